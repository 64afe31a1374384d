export { compoundFile, listOfSlides, office, pptxOfSlides, zip } from './documents.ts';
export {
  pdfCycle,
  pdfOf,
  pdfOfLevels,
  pdfOfPages,
  pdfStreamBomb,
  pdfWithContents,
  pdfWithObjectStream,
} from './pdfs.ts';
export { bmp, gif, heif, html, jpeg, pdf, pdfBomb, png, svgWithScript, tiff, webp, zipBomb } from './pictures.ts';
export { box, type Clip, clip, type Edit, webm } from './videos.ts';
