import type { Schemas } from '@tack/client'
import type { Command } from 'commander'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findLink, findNamed, type Link, openSession, type Session } from '../session.ts'
import { confirm, printLine, printTable, readLines, readSecret, showProgress } from '../terminal.ts'
import { printQr } from './qr.ts'

interface LinkOptions {
  readonly title?: string
  readonly note?: string
  readonly tag?: readonly string[]
  readonly folder?: string
  readonly expires?: string
  readonly password?: string
}

/** How often a batch of lines is sent again while the service is away: for some two minutes. */
const batchRetries = 8

/** What `POST /urls/bulk` takes. */
const batchSize = 100

export function addLinkCommands(program: Command): void {
  withLinkOptions(program.command('shorten'))
    .description(
      'Shorten an address. With -, one for each line of standard input; prints address, tab, short address, in order.',
    )
    .argument('<url>', 'an address, or -')
    .option('--code <code>', 'the ending of the short address')
    .option('--domain <host>', 'a domain of the workspace')
    .option('--qr', 'show the QR code')
    .action(
      async (
        url: string,
        options: LinkOptions & { code?: string; domain?: string; qr?: boolean },
        command: Command,
      ) => {
        const session = await openSession(command, { retries: url === '-' ? batchRetries : 3 })
        const { code: customUrl, domain } = options
        const fields = {
          ...(await readFields(session, options)),
          ...(domain !== undefined && { domainId: await findDomain(session, domain) }),
        }
        if (url === '-') {
          if (customUrl !== undefined) throw new CommandError('--code names one link, and - is many.', exitCodes.usage)
          return shortenLines(session, fields)
        }
        const link = await session.tack.post('/urls', {
          body: { longUrl: url, ...fields, ...(customUrl !== undefined && { customUrl }) },
        })
        await printLine(session.isJson ? JSON.stringify(link) : link.address)
        if (options.qr) await printQr(link.address)
      },
    )

  program
    .command('list')
    .description('List links, newest first.')
    .option('--search <text>', 'in code, title, address and note')
    .option('--limit <number>', 'how many', '20')
    .option('--all', 'all of them')
    .action(async (options: { search?: string; limit: string; all?: boolean }, command: Command) => {
      const session = await openSession(command)
      const limit = options.all ? Number.POSITIVE_INFINITY : readCount(options.limit)
      const rows: string[][] = []
      let count = 0
      const query = { ...(options.search !== undefined && { search: options.search }), limit: Math.min(limit, 100) }
      for await (const link of session.tack.each('/urls', { params: { query } })) {
        if (++count > limit) break
        if (session.isJson) await printLine(JSON.stringify(link))
        else rows.push([link.address, String(link.currentClicks), link.originalUrl, link.title])
      }
      if (!session.isJson) await printTable(rows)
    })

  program
    .command('show')
    .description('Show a link.')
    .argument('<link>', 'its code, address or id')
    .action(async (name: string, _options: object, command: Command) => {
      const session = await openSession(command)
      await printLink(session, await findLink(session, name))
    })

  withLinkOptions(program.command('edit'))
    .description('Change a link.')
    .argument('<link>', 'its code, address or id')
    .option('--to <url>', 'where it leads')
    .option('--code <code>', 'the ending of the short address')
    .option('--off', 'switch it off')
    .option('--on', 'switch it on again')
    .action(
      async (
        name: string,
        options: LinkOptions & { to?: string; code?: string; off?: boolean; on?: boolean },
        command: Command,
      ) => {
        const session = await openSession(command)
        const { to, code, on, off } = options
        const body: Schemas['UpdateUrlBody'] = {
          ...(await readFields(session, options)),
          ...(to !== undefined && { originalUrl: to }),
          ...(code !== undefined && { customUrl: code }),
          ...((on || off) && { isActive: on === true }),
        }
        if (Object.keys(body).length === 0)
          throw new CommandError('Say what to change: `tack help edit`.', exitCodes.usage)
        const { id } = await findLink(session, name)
        await printLink(session, await session.tack.patch('/urls/{id}', { params: { path: { id } }, body }))
      },
    )

  program
    .command('rm')
    .description('Delete links with their clicks. This cannot be undone.')
    .argument('<link...>', 'their codes, addresses or ids')
    .option('--yes', 'without a question')
    .action(async (names: readonly string[], { yes }: { yes?: boolean }, command: Command) => {
      const session = await openSession(command)
      const links: Link[] = []
      for (const name of names) links.push(await findLink(session, name))
      const what = links.map((link) => link.address).join(', ')
      if (!yes && !(await confirm(`Delete ${what} with all clicks?`, '--yes'))) return
      for (const { id } of links) await session.tack.delete('/urls/{id}', { params: { path: { id } } })
    })
}

function withLinkOptions(command: Command): Command {
  return command
    .option('--title <text>', 'a title')
    .option('--note <text>', 'a note for the team')
    .option('--tag <name...>', 'tags, by their names')
    .option('--folder <name>', 'a folder, by its name')
    .option('--expires <time>', 'when it ends, such as 2027-01-31T12:00:00Z')
    .option('--password <->', 'with -, a password is asked for, or read from standard input')
}

async function readFields(session: Session, options: LinkOptions) {
  const { title, note, tag, folder, expires, password } = options
  if (password !== undefined && password !== '-')
    throw new CommandError('Others could read a password in the list of processes: say --password -.', exitCodes.usage)
  const expiresAt = expires === undefined ? undefined : new Date(expires)
  if (expiresAt && Number.isNaN(expiresAt.getTime()))
    throw new CommandError(`${expires} is no time. One is 2027-01-31T12:00:00Z.`, exitCodes.usage)
  return {
    ...(title !== undefined && { title }),
    ...(note !== undefined && { note }),
    ...(tag && { tagIds: await Promise.all(tag.map((name) => findNamed(session, '/tags', name))) }),
    ...(folder !== undefined && { folderId: await findNamed(session, '/folders', folder) }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(password !== undefined && { password: await readSecret('Password of the link') }),
  }
}

async function findDomain({ tack }: Session, host: string): Promise<string> {
  for await (const domain of tack.each('/domains', { params: { query: { search: host, limit: 100 } } }))
    if (domain.host === host.toLowerCase()) return domain.id
  throw new CommandError(`The workspace has no domain ${host}.`, exitCodes.notFound)
}

/**
 * Shortens each line. The lines are printed in their order, and lines that fail are told on the other stream. A batch has
 * one name (`Idempotency-Key`) however often it is sent, so nothing is created twice when the service is killed in between.
 */
async function shortenLines(session: Session, fields: object): Promise<void> {
  const counts = { done: 0, failed: 0 }
  for await (const urls of readBatches()) {
    const { results } = await session.tack.post('/urls/bulk', {
      body: { items: urls.map((longUrl) => ({ longUrl, ...fields })) },
    })
    for (const { index, url: link, error } of results) {
      const longUrl = urls[index] ?? ''
      if (link) await printLine(session.isJson ? JSON.stringify(link) : `${longUrl}\t${link.address}`)
      else process.stderr.write(`${longUrl}: ${error?.message ?? 'failed'}\n`)
      counts[link ? 'done' : 'failed']++
    }
    showProgress(`${counts.done} shortened`)
  }
  showProgress('')
  if (counts.failed > 0) throw new CommandError(`${counts.failed} of ${counts.done + counts.failed} failed.`)
}

async function* readBatches(): AsyncGenerator<readonly string[]> {
  let batch: string[] = []
  for await (const line of readLines()) {
    batch.push(line)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CommandError(`${text} is no number of links.`, exitCodes.usage)
  return Number(text)
}

async function printLink(session: Session, link: Link): Promise<void> {
  if (session.isJson) return printLine(JSON.stringify(link))
  const rows: [string, string | null][] = [
    ['address', link.address],
    ['leads to', link.originalUrl],
    ['title', link.title],
    ['note', link.note],
    ['clicks', String(link.currentClicks)],
    ['state', link.isBlocked ? 'blocked' : link.isActive ? 'on' : 'off'],
    ['tags', link.tags.map(({ name }) => name).join(', ')],
    ['expires', link.expiresAt],
    ['created', link.createdAt],
    ['id', link.id],
  ]
  await printTable(rows.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
