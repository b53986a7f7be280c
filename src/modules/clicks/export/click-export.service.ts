import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import type { ClickExportArgs } from '../click.inputs.ts'
import { buildWhereClause } from '../click.queries.ts'
import { toScope } from '../click.service.ts'
import type { ClickExport } from '../click.types.ts'
import { findCoordinates } from '../country-coordinates.ts'
import { type ExportedClick, readClicks } from './click-export.queries.ts'

/** How many downloads an account may start (docs/decisions/rate-limits.md). */
const exportLimit: RateLimitRule = { limit: 10, seconds: 3600 }

export class ClickExportService {
  constructor(private readonly throttle: Throttle) {}

  /** REST responds with the file, GraphQL with its address. The limit counts downloads when they start. */
  createExport(context: RequestContext, args: ClickExportArgs): ClickExport {
    const { em, settings, accountId } = context
    const now = context.now()
    const where = buildWhereClause(args, now)
    const { mediaType, write } = exportWriters[args.format]
    const name = `clicks-${now.toISOString().slice(0, 10)}.${args.format}`
    const scope = toScope(context, args)
    context.respondWithFile({
      name,
      mediaType,
      open: async () => {
        await this.throttle.charge(context, [{ name: 'export', key: accountId, group: accountId, rule: exportLimit }])
        return write(readClicks(em, scope, where), args)
      },
    })
    return { fileName: name, mediaType, href: `${settings.publicUrl}/v1/clicks/export?${toQueryString(args)}` }
  }
}

/** The arguments as the query string of the REST operation. */
function toQueryString(args: ClickExportArgs): string {
  const entries = Object.entries(args).filter(([, value]) => value != null)
  return new URLSearchParams(
    entries.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : String(value)]),
  ).toString()
}

const csvColumns = `
  id urlId createdAt country region device browser os referrerHost trigger utmSource utmMedium utmCampaign isBot botName
`
  .trim()
  .split(' ') as (keyof ExportedClick)[]

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

type ClickPages = AsyncIterable<readonly ExportedClick[]>

interface ExportWriter {
  readonly mediaType: string
  write(pages: ClickPages, options: { readonly bom: boolean }): AsyncGenerator<string>
}

/** The writers yield the text of one page of clicks at a time. */
export const exportWriters: Readonly<Record<ClickExportArgs['format'], ExportWriter>> = {
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', write: writeCsv },
  json: { mediaType: 'application/json; charset=utf-8', write: writeJson },
  geojson: { mediaType: 'application/geo+json', write: writeFeatures },
}

async function* writeCsv(pages: ClickPages, { bom }: { readonly bom: boolean }): AsyncGenerator<string> {
  yield bom ? `\uFEFF${csvHeader}` : csvHeader
  for await (const page of pages) yield page.map(csvRecord).join('')
}

function writeJson(pages: ClickPages): AsyncGenerator<string> {
  const toItem = (click: ExportedClick) => click
  return writeJsonList(pages, '[', toItem, () => ']')
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
