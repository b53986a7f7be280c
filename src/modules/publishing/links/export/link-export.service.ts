import type { EntityManager } from '../../../../platform/database/database.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../../platform/graphql/request-limits.ts'
import { joinTexts, writeCsv, writeJsonList } from '../../../../platform/rest/csv.ts'
import { Link } from '../link.entity.ts'
import type { LinkFilterArgs } from '../link.inputs.ts'
import { buildShortUrl } from '../link.types.ts'
import { buildLinkFilter } from '../listing/link-list.service.ts'
import { LinkTag } from '../organizing/link-tag.entity.ts'
import { type LinkOption, linkOptions, readOptions } from '../rules/link-options.ts'
import { chargeExport } from './export-limit.ts'
import { readRules } from './link-export.queries.ts'
import type { LinkExport, LinkExportArgs, LinkExportFormat } from './link-export.types.ts'

/** Links of a statement. The embedded database serves no other request while a statement runs, so it must be short. */
const pageSize = 500

/** A link in a file. It has everything that the owner has set, with names that other products understand. */
export type ExportedLink = ReturnType<typeof toExportedLink>

/** The columns of a CSV file, which the import reads. */
export const linkColumns: readonly (keyof ExportedLink)[] = [
  ...(['id', 'longUrl', 'shortUrl', 'customUrl', 'domain', 'title', 'tags', 'folder'] as const),
  ...(['isActive', 'createdAt', 'updatedAt', 'clicks', 'importedClicks', 'hasPassword'] as const),
  ...linkOptions,
  'rules',
]

export const linkMediaTypes: Readonly<Record<LinkExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
}

export class LinkExportService {
  constructor(private readonly throttle: Throttle) {}

  /** REST responds with the file, GraphQL with its address. The limit counts downloads when they start. */
  createExport(context: RequestContext, args: LinkExportArgs): LinkExport {
    const { em, settings, workspaceId } = context
    const { format, bom, ...filter } = args
    const mediaType = linkMediaTypes[format]
    const name = `links-${context.now().toISOString().slice(0, 10)}.${format}`
    const pages = readLinks(em, settings, buildLinkFilter(context, filter))
    context.respondWithFile({
      name,
      mediaType,
      open: async () => {
        await chargeExport(this.throttle, context)
        return writeLinks(pages, format, { bom })
      },
    })
    const query = toQueryString({ ...filter, format, bom, workspaceId: context.namedWorkspaceId ?? workspaceId })
    return { fileName: name, mediaType, href: `${settings.publicUrl}/v1/urls/export?${query}` }
  }
}

/** The file of these links, in pieces. */
export function writeLinks(
  pages: AsyncIterable<readonly ExportedLink[]>,
  format: LinkExportFormat,
  options: { readonly bom: boolean },
): AsyncGenerator<string> {
  if (format === 'json') return writeJsonList(pages)
  return writeCsv(linkColumns, withTagTexts(pages), options)
}

/** A cell has one text, so the tags are a CSV record inside the cell, because their names may have commas. */
async function* withTagTexts(pages: AsyncIterable<readonly ExportedLink[]>) {
  for await (const page of pages)
    yield page.map((link) => ({
      ...link,
      tags: joinTexts(link.tags),
      rules: link.rules.length > 0 ? JSON.stringify(link.rules) : null,
    }))
}

/**
 * Reads links in the order of their ids, each page in its own statement, so that a slow client keeps no transaction
 * open.
 */
export async function* readLinks(
  em: EntityManager,
  settings: RequestContext['settings'],
  where: object,
): AsyncGenerator<ExportedLink[]> {
  const options = { orderBy: { id: 'asc' }, limit: pageSize, populate: ['folder'], disableIdentityMap: true } as const
  for (let lastId = ''; ; ) {
    const links = await em.find(Link, { $and: [where, { id: { $gt: lastId } }] }, options)
    const linkIds = links.map(({ id }) => id)
    const tagged = await em.find(LinkTag, { link: { $in: linkIds } }, { populate: ['tag'], disableIdentityMap: true })
    const tagsByLink = Map.groupBy(tagged, ({ link }) => link.id)
    const rulesByLink = await readRules(
      em,
      links.filter(({ ruleCount }) => ruleCount > 0).map(({ id }) => id),
    )
    yield links.map((link) => {
      const tags = (tagsByLink.get(link.id) ?? []).map(({ tag }) => tag.unwrap().name).sort()
      return toExportedLink(link, {
        shortUrl: buildShortUrl({ settings }, link),
        tags,
        rules: rulesByLink.get(link.id) ?? [],
      })
    })
    const last = links.at(-1)
    if (!last || links.length < pageSize) return
    lastId = last.id
  }
}

interface LinkExtras {
  readonly shortUrl: string
  readonly tags: readonly string[]
  readonly rules: readonly object[]
}

function toExportedLink(link: Link, { shortUrl, tags, rules }: LinkExtras) {
  return {
    id: link.id,
    longUrl: link.originalUrl,
    shortUrl,
    customUrl: link.customUrl,
    domain: link.domainHost,
    title: link.title,
    tags,
    folder: link.folder?.unwrap().name ?? null,
    isActive: link.isActive,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
    ...writeOptions(link),
    clicks: link.currentClicks,
    importedClicks: link.importedClicks,
    hasPassword: link.hasPassword,
    rules,
  }
}

/** Dates are texts in every file. */
function writeOptions(link: Link): { readonly [Name in LinkOption]: unknown } {
  return readOptions((name) => {
    const value = link[name]
    return value instanceof Date ? value.toISOString() : value
  })
}

function toQueryString(values: LinkFilterArgs & { readonly [name: string]: unknown }): string {
  const toText = (value: unknown) =>
    value instanceof Date ? value.toISOString() : Array.isArray(value) ? value.join() : String(value)
  const entries = Object.entries(values).filter(([, value]) => value != null)
  return new URLSearchParams(entries.map(([name, value]) => [name, toText(value)])).toString()
}
