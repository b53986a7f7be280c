import type { Design } from '../qr-design.ts'
import { buildLayers, placeGradient, placeLogo } from './qr-drawing.ts'
import type { QrSymbol } from './qr-symbol.ts'

/** The sheet on which a code is printed. */
export interface PrintSheet {
  /** Width and height of the code with its quiet zone, as it is cut. */
  readonly widthMm: number
  /** How far the background goes on beyond the cut, for the tolerance of the knife. */
  readonly bleedMm: number
  /** Lines outside that show where to cut. */
  readonly cropMarks: boolean
}

/** Points of PDF, 1/72 inch, for a millimetre. */
const pointsPerMm = 72 / 25.4

/** Length of a crop mark, and how far it is from the bleed. */
const markMm = { length: 5, gap: 1 } as const

/** Draws the code with vectors, in RGB: printers convert it. */
export async function renderPdf(
  symbol: QrSymbol,
  design: Design,
  logo: Buffer | null,
  { widthMm, bleedMm, cropMarks }: PrintSheet,
): Promise<Buffer> {
  // Nobody else needs the library.
  const { default: PdfDocument } = await import('pdfkit')
  const [width, bleed] = [widthMm * pointsPerMm, bleedMm * pointsPerMm]
  const slug = cropMarks ? (markMm.length + markMm.gap) * pointsPerMm : 0
  const edge = bleed + slug
  const total = width + 2 * edge
  const document = new PdfDocument({
    size: [total, total],
    margin: 0,
    // Without text, no font is embedded. A fixed date: one code is always the same file.
    font: '',
    info: { CreationDate: new Date(0) },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => document.once('end', resolve).once('error', reject))
  Object.assign(document.page.dictionary.data, {
    BleedBox: [slug, slug, total - slug, total - slug],
    TrimBox: [edge, edge, total - edge, total - edge],
  })
  if (!design.isTransparent) document.rect(slug, slug, width + 2 * bleed, width + 2 * bleed).fill(design.background)
  if (cropMarks) drawCropMarks(document, edge, total)
  const module = width / (symbol.side + 2 * design.margin)
  document.translate(edge + design.margin * module, edge + design.margin * module).scale(module)
  for (const { path, fill } of buildLayers(symbol, design)) {
    document.path(path).fill(typeof fill === 'string' ? fill : toGradient(document, fill, symbol.side))
  }
  const place = logo && placeLogo(symbol)
  if (place) document.image(logo, place.start, place.start, { fit: [place.side, place.side] })
  document.end()
  await ended
  return Buffer.concat(chunks)
}

function toGradient(document: PDFKit.PDFDocument, gradient: NonNullable<Design['gradient']>, side: number) {
  const { start, end, middle, radius } = placeGradient(gradient, side)
  const paint =
    gradient.kind === 'radial'
      ? document.radialGradient(middle, middle, 0, middle, middle, radius)
      : document.linearGradient(start.x, start.y, end.x, end.y)
  for (const { offset, color } of gradient.stops) paint.stop(offset / 100, color)
  return paint
}

/** Two lines at each corner of the cut. */
function drawCropMarks(document: PDFKit.PDFDocument, edge: number, total: number): void {
  const length = markMm.length * pointsPerMm
  for (const at of [edge, total - edge]) {
    for (const from of [0, total - length]) {
      document.moveTo(from, at).lineTo(from + length, at)
      document.moveTo(at, from).lineTo(at, from + length)
    }
  }
  document.lineWidth(0.25).stroke('#000000')
}
