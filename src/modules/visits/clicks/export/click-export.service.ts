import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../../platform/graphql/request-limits.ts'
import { writeCsv, writeJsonList } from '../../../../platform/rest/csv.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { chargeExport, type LinkPlacementFilter } from '../../../publishing/links/index.ts'
import type { ClickExportArgs, ExportFormat } from '../click.inputs.ts'
import { selectClicks } from '../click.service.ts'
import type { ClickExport } from '../click.types.ts'
import { findCoordinates } from '../country-coordinates.ts'
import { ClickFilter } from '../filters/click-filter.inputs.ts'
import { formatFilterText } from '../filters/filter-text.ts'
import type { ClickReader } from '../store/click-store.ts'
import type { ExportedClick } from './exported-click.ts'

export class ClickExportService {
  constructor(
    private readonly store: ClickReader,
    private readonly throttle: Throttle,
  ) {}

  /**
   * REST responds with the file, GraphQL with its address. The limit counts downloads when they start. Throws
   * `InvalidParams`, also for a filter that an address cannot express.
   */
  createExport(context: RequestContext, args: ClickExportArgs & LinkPlacementFilter): ClickExport {
    const { em, settings } = context
    const now = context.now()
    const filter = args.filter ?? new ClickFilter()
    const workspaceId = args.urlId == null ? context.namedWorkspaceId : undefined
    const query = toQueryString({ ...args, workspaceId, filter })
    const { mediaType, write } = clickWriters[args.format]
    const name = `clicks-${now.toISOString().slice(0, 10)}.${args.format}`
    const selection = selectClicks(context, args)
    context.respondWithFile({
      name,
      mediaType,
      open: async () => {
        await chargeExport(this.throttle, context)
        return write(this.store.scan(em, selection), args)
      },
    })
    return { fileName: name, mediaType, href: `${settings.publicUrl}/v1/clicks/export?${query}` }
  }
}

/** The arguments as the query string of the REST operation. */
function toQueryString({ filter, ...args }: ClickExportArgs & { readonly workspaceId: string | undefined }): string {
  const entries = Object.entries({ ...args, ...filter }).filter(([, value]) => value != null)
  return new URLSearchParams(entries.map(([name, value]) => [name, toQueryText(name, value)])).toString()
}

function toQueryText(name: string, value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.join()
  if (typeof value !== 'object' || value === null) return String(value)
  const text = formatFilterText(value)
  if (text !== null) return text
  throw InvalidParams.forField(
    `filter.${name}`,
    'must not have values with commas, or with dashes or spaces before them',
  )
}

const columns = `
  id urlId createdAt country region device browser os referrerHost trigger utmSource utmMedium utmCampaign isBot botName
  qrId city continent utmTerm utmContent ruleId variant
`
  .trim()
  .split(/\s+/) as (keyof ExportedClick)[]

type ClickPages = AsyncIterable<readonly ExportedClick[]>

interface ExportWriter {
  readonly mediaType: string
  write(pages: ClickPages, options: { readonly bom: boolean }): AsyncGenerator<string>
}

/** The writers yield the text of one page of clicks at a time. */
export const clickWriters: Readonly<Record<ExportFormat, ExportWriter>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8; header=present',
    write: (pages, options) => writeCsv(columns, pages, options),
  },
  json: { mediaType: 'application/json; charset=utf-8', write: (pages) => writeJsonList(pages) },
  geojson: { mediaType: 'application/geo+json', write: writeFeatures },
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
