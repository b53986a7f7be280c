import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { KeyOperations } from '../../../platform/http/key-operations.ts'
import { failure, success, type YourlsAnswer, type YourlsFields } from './yourls-answer.ts'

/** The parameters of a request, of its query and its body. */
export type Parameters = ReadonlyMap<string, string>

type Action = (operations: KeyOperations, context: RequestContext, parameters: Parameters) => Promise<YourlsAnswer>

/** A link, as the operations of REST answer. */
interface LinkAnswer {
  readonly id: string
  readonly shortUrl: string
  readonly address: string
  readonly originalUrl: string
  readonly title: string
  readonly currentClicks: number
  readonly createdAt: Date | string
}

/** The version of YOURLS whose protocol this is. */
const protocolVersion = '1.10.1'

/** As in YOURLS: no client asks for more in one answer. */
const maxLinks = 100

/** What each action does. Every one is an operation that REST and GraphQL have too. */
export const actions: Readonly<Record<string, Action>> = {
  async shorturl(operations, context, parameters) {
    const longUrl = parameters.get('url') ?? ''
    if (longUrl === '') return failure(400, 'Missing or malformed URL', 'error:nourl')
    const [keyword, title] = [parameters.get('keyword'), parameters.get('title')]
    const link = await operations.call<LinkAnswer>(context, 'createUrl', {
      longUrl,
      ...(keyword && { customUrl: keyword }),
      ...(title && { title }),
    })
    const { originalUrl: url, address: shorturl } = link
    return success(shorturl, {
      url: { keyword: link.shortUrl, url, title: link.title, date: formatTime(link.createdAt), ip: '' },
      status: 'success',
      message: `${url} added to database`,
      title: link.title,
      shorturl,
    })
  },

  async expand(operations, context, parameters) {
    const link = await findLink(operations, context, parameters)
    const { shortUrl: keyword, address: shorturl, originalUrl: longurl, title } = link
    return success(longurl, { keyword, shorturl, longurl, title, message: 'success' })
  },

  'url-stats': async (operations, context, parameters) => {
    const link = await findLink(operations, context, parameters)
    return success(`${link.currentClicks}`, { message: 'success', link: describeLink(link) })
  },

  async stats(operations, context, parameters) {
    const filter = parameters.get('filter') ?? 'top'
    const sort = Object.hasOwn(sorts, filter) ? sorts[filter as keyof typeof sorts] : undefined
    if (sort === undefined) return failure(400, 'The filters are top, bottom and last')
    const limit = Math.min(Math.max(Number.parseInt(parameters.get('limit') ?? '10', 10) || 10, 1), maxLinks)
    const { links, totals } = await readLinks(operations, context, { sort, limit: String(limit) })
    const named = links.map((link, index): [string, YourlsFields] => [`link_${index + 1}`, describeLink(link)])
    return success('Need either XML or JSON format for stats', {
      links: Object.fromEntries(named),
      stats: totals,
      message: 'success',
    })
  },

  'db-stats': async (operations, context) =>
    success('Need either XML or JSON format for stats', {
      'db-stats': (await readLinks(operations, context, { limit: '1' })).totals,
      message: 'success',
    }),

  version: async (operations, context) => {
    // Like every action, only for those who may read links.
    await operations.call(context, 'urls', { limit: '1' })
    return success(protocolVersion, { version: protocolVersion })
  },
}

const sorts = { top: 'clicks_desc', bottom: 'clicks_asc', last: 'created_desc' } as const

/** Finds one of the caller's links by its code or its address, without a click. */
function findLink(operations: KeyOperations, context: RequestContext, parameters: Parameters): Promise<LinkAnswer> {
  return operations.call(context, 'urlByAddress', { shortUrl: parameters.get('shorturl') ?? '' })
}

/** Some links of the workspace of the key, with the number of all and their clicks by people. */
async function readLinks(operations: KeyOperations, context: RequestContext, page: Readonly<Record<string, string>>) {
  const links = await operations.call<LinkAnswer[]>(context, 'urls', { ...page, count: 'true' })
  const { page: position, total = position?.total ?? 0 } = context.response
  const { totalClicks } = await operations.call<{ totalClicks: number }>(context, 'accountAnalytics', { limit: '1' })
  return { links, totals: { total_links: `${total}`, total_clicks: `${totalClicks}` } }
}

function describeLink({ address, originalUrl, title, createdAt, currentClicks }: LinkAnswer): YourlsFields {
  const timestamp = formatTime(createdAt)
  return { shorturl: address, url: originalUrl, title, timestamp, ip: '', clicks: `${currentClicks}` }
}

/** In UTC, as a column of MySQL. */
function formatTime(time: Date | string): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ')
}
