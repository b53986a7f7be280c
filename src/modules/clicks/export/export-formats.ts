import { findCoordinates } from '../country-coordinates.ts'
import type { ExportedClick } from './export.queries.ts'

const csvColumns: readonly (keyof ExportedClick)[] = [
  'id',
  'urlId',
  'createdAt',
  'country',
  'region',
  'device',
  'browser',
  'os',
  'referrerHost',
  'trigger',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'isBot',
  'botName',
]

const csvHeader = formatRecord(csvColumns)

/** A click as a record of RFC 4180, with its line break. */
export function csvRecord(click: ExportedClick): string {
  return formatRecord(csvColumns.map((column) => String(click[column] ?? '')))
}

function formatRecord(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

/**
 * Spreadsheets evaluate a cell that begins like a formula, and visitors choose some of the values (OWASP, CSV
 * Injection). An apostrophe makes the cell text.
 */
function formatCell(text: string): string {
  const escaped = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

export const exportFormats = ['csv', 'json', 'geojson'] as const
export type ExportFormat = (typeof exportFormats)[number]

type ClickPages = AsyncIterable<readonly ExportedClick[]>

/** Writes the file of one format. */
export interface ExportWriter {
  readonly mediaType: string
  write(pages: ClickPages, options: { readonly bom: boolean }): AsyncGenerator<string>
}

/** The writers yield the text of one page of clicks at a time. */
export const exportWriters: Readonly<Record<ExportFormat, ExportWriter>> = {
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', write: writeCsv },
  json: {
    mediaType: 'application/json; charset=utf-8',
    write: (pages) =>
      writeJsonList(
        pages,
        '[',
        (click) => click,
        () => ']',
      ),
  },
  geojson: { mediaType: 'application/geo+json', write: writeFeatures },
}

async function* writeCsv(pages: ClickPages, { bom }: { readonly bom: boolean }): AsyncGenerator<string> {
  yield bom ? `\uFEFF${csvHeader}` : csvHeader
  for await (const page of pages) yield page.map(csvRecord).join('')
}

/** Each click is a feature at the centre of its country. Its geometry is null without coordinates (RFC 7946, 3.2). */
function writeFeatures(pages: ClickPages): AsyncGenerator<string> {
  let unlocated = 0
  const toFeature = ({ id, ...properties }: ExportedClick) => {
    const coordinates = findCoordinates(properties.country)
    if (coordinates === null) unlocated++
    return { type: 'Feature', id, geometry: coordinates && { type: 'Point', coordinates }, properties }
  }
  return writeJsonList(
    pages,
    '{"type":"FeatureCollection","features":[',
    toFeature,
    () => `],"unlocated":${unlocated}}`,
  )
}

async function* writeJsonList(
  pages: ClickPages,
  opening: string,
  toItem: (click: ExportedClick) => object,
  closing: () => string,
): AsyncGenerator<string> {
  let separator = `${opening}\n`
  for await (const page of pages) {
    yield separator + page.map((click) => JSON.stringify(toItem(click))).join(',\n')
    separator = ',\n'
  }
  yield (separator === ',\n' ? '\n' : separator) + closing()
}
