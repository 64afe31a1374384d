import { useEffect, useRef, useState } from 'react';

type Take = (files: readonly File[], scope: string) => void;

/**
 * Takes files that are dropped or pasted anywhere on the page, for the words that they hit, else
 * for the post. Returns whether files are dragged over the page.
 */
export function useDroppedFiles(onFiles: Take): boolean {
  const [isDragged, setIsDragged] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const take = (event: Event, files: FileList): void => {
      event.preventDefault();
      latest.current([...files], scopeOf(event.target));
    };
    document.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        // Without this the browser leaves the page and opens the file.
        event.preventDefault();
        setIsDragged(true);
      },
      { signal },
    );
    // Null when the pointer leaves the window.
    document.addEventListener('dragleave', (event) => event.relatedTarget === null && setIsDragged(false), { signal });
    document.addEventListener(
      'drop',
      (event) => {
        setIsDragged(false);
        if (event.dataTransfer?.types.includes('Files')) take(event, event.dataTransfer.files);
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      (event) => {
        const copied = event.clipboardData;
        if (!copied || copied.files.length === 0) return;
        // Programs for text and tables add a picture of what was copied.
        const isText = copied.types.includes('text/plain') && copied.types.includes('text/html');
        if (!isText) take(event, copied.files);
      },
      { signal },
    );
    return () => end.abort();
  }, []);
  return isDragged;
}

const scopeOf = (target: EventTarget | null): string =>
  (target instanceof Element ? target.closest<HTMLElement>('[data-scope]')?.dataset.scope : undefined) ?? 'post';
