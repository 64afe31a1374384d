/** The files that ship have no declarations; they are `pdf.mjs` and `pdf.worker.mjs`, minified. */
declare module 'pdfjs-dist/legacy/build/pdf.min.mjs' {
  export * from 'pdfjs-dist';
}
declare module 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
