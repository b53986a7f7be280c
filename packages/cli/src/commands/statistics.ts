import type { Command } from 'commander'
import { findLink, openSession } from '../session.ts'
import { printLine, printTable, sparkline } from '../terminal.ts'

type Interval = '24h' | '7d' | '30d' | '90d' | '1y' | 'mtd' | 'qtd' | 'ytd' | 'all'

export function addStatisticsCommands(program: Command): void {
  program
    .command('stats')
    .description('Show the clicks of a link, or of all links.')
    .argument('[link]', 'its code, address or id')
    .option('--interval <period>', '24h, 7d, 30d, 90d, 1y, mtd, qtd, ytd or all', '30d')
    .option('--timezone <zone>', 'such as Europe/Berlin', Intl.DateTimeFormat().resolvedOptions().timeZone)
    .action(async (name: string | undefined, options: { interval: Interval; timezone: string }, command: Command) => {
      const session = await openSession(command)
      const { interval, timezone } = options
      const query = { interval, timezone }
      const counts =
        name === undefined
          ? await session.tack.get('/clicks/analytics', { params: { query } })
          : await session.tack.get('/clicks/analytics/{urlId}', {
              params: { path: { urlId: (await findLink(session, name)).id }, query },
            })
      if (session.isJson) return printLine(JSON.stringify(counts))
      await printLine(`${counts.totalClicks} clicks by ${counts.uniqueVisitors} visitors, ${counts.botClicks} by bots`)
      await printLine(sparkline(counts.timeseries.map(({ clicks }) => clicks)))
      const top = <Row extends { count: number }>(
        title: string,
        rows: readonly Row[],
        nameOf: (row: Row) => string | null,
      ) => rows.slice(0, 5).map((row) => [title, nameOf(row) ?? 'unknown', row.count])
      await printTable([
        ...top('country', counts.countryStats, ({ country }) => country),
        ...top('referrer', counts.referrerStats, ({ referrer }) => referrer),
        ...top('device', counts.deviceStats, ({ device }) => device),
      ])
    })

  program
    .command('ask')
    .description('Answer a question about clicks, such as "which link was clicked most last week?"')
    .argument('<question>')
    .action(async (question: string, _options: object, command: Command) => {
      const { tack, isJson } = await openSession(command)
      const answer = await tack.post('/analytics-ai/query', { body: { question } })
      await printLine(isJson ? JSON.stringify(answer) : answer.answer)
    })
}
