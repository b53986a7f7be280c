import { placeOf } from '../places.ts'
import { csvHeader, csvRecord } from './csv.ts'
import type { ExportedClick } from './row.ts'

export const exportFormats = ['csv', 'json', 'geojson'] as const
export type ExportFormat = (typeof exportFormats)[number]

type Pages = AsyncIterable<readonly ExportedClick[]>

/** How a file is called and written. */
export interface Format {
  readonly mediaType: string
  write(pages: Pages, options: { readonly bom: boolean }): AsyncGenerator<string>
}

/** Each format, written a page of clicks at a time. */
export const formats: Readonly<Record<ExportFormat, Format>> = {
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', write: writeCsv },
  json: {
    mediaType: 'application/json; charset=utf-8',
    write: (pages) =>
      writeList(
        pages,
        '[',
        (click) => click,
        () => ']',
      ),
  },
  geojson: { mediaType: 'application/geo+json', write: writeFeatures },
}

async function* writeCsv(pages: Pages, { bom }: { readonly bom: boolean }): AsyncGenerator<string> {
  yield bom ? `\uFEFF${csvHeader}` : csvHeader
  for await (const page of pages) yield page.map(csvRecord).join('')
}

/** Every click is a feature at the middle of its country; without one it has no geometry (RFC 7946, 3.2). */
function writeFeatures(pages: Pages): AsyncGenerator<string> {
  let unlocated = 0
  const featureOf = ({ id, ...properties }: ExportedClick) => {
    const coordinates = placeOf(properties.country)
    if (coordinates === null) unlocated++
    return { type: 'Feature', id, geometry: coordinates && { type: 'Point', coordinates }, properties }
  }
  return writeList(pages, '{"type":"FeatureCollection","features":[', featureOf, () => `],"unlocated":${unlocated}}`)
}

async function* writeList(
  pages: Pages,
  opening: string,
  itemOf: (click: ExportedClick) => object,
  closing: () => string,
): AsyncGenerator<string> {
  let before = `${opening}\n`
  for await (const page of pages) {
    yield before + page.map((click) => JSON.stringify(itemOf(click))).join(',\n')
    before = ',\n'
  }
  yield (before === ',\n' ? '\n' : before) + closing()
}
