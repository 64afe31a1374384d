/** Name of a file of which no name is known. */
export const UNNAMED_FILE = 'file';

const ENDINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', quicktime: 'mov', 'x-m4v': 'm4v' };

const DOCUMENT_ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
};

/**
 * Name of a file once its type is known: an unnamed one gets the ending of its type.
 *
 * @example
 * nameByType('file', 'image/jpeg'); // 'file.jpg'
 */
export function nameByType(filename: string, contentType: string): string {
  const document = DOCUMENT_ENDINGS[contentType];
  if (filename === UNNAMED_FILE && document !== undefined) return `${filename}.${document}`;
  const [kind, subtype = ''] = contentType.split('/');
  if (filename !== UNNAMED_FILE || (kind !== 'image' && kind !== 'video') || subtype.includes('+')) return filename;
  return `${filename}.${ENDINGS[subtype] ?? subtype}`;
}
