import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import type { Schemas } from '@tack/client'
import type { Command } from 'commander'
import { CommandError } from '../exit-codes.ts'
import { openSession } from '../session.ts'
import { printLine, showProgress } from '../terminal.ts'

type Source = Schemas['ImportSource']

export function addTransferCommands(program: Command): void {
  program
    .command('import')
    .description('Import links from a file of this or another service, CSV or JSON of at most 50 MB.')
    .argument('<file>')
    .option('--from <service>', 'csv, bitly, rebrandly, short, dub, kutt, shlink, tly or yourls', 'csv')
    .option('--taken <policy>', 'what happens to a code that is taken: skip, rename or fail', 'skip')
    .option('--dry-run', 'only say what would happen')
    .action(
      async (
        file: string,
        options: { from: Source; taken: Schemas['ImportConflictPolicy']; dryRun?: boolean },
        command: Command,
      ) => {
        const { tack, isJson } = await openSession(command)
        const content = await readFile(file)
        const { from: source, taken: onConflict, dryRun = false } = options
        const { id } = await tack.post('/imports', { body: { source, onConflict, dryRun } })
        await tack.put('/imports/{id}/content', {
          params: { path: { id } },
          body: content as never,
          bodySerializer: () => content,
          headers: { 'content-type': 'application/octet-stream' },
        })
        for (;;) {
          const state = await tack.get('/imports/{id}', { params: { path: { id } } })
          showProgress(`${state.processed} of ${state.total ?? '?'} rows`)
          if (!['waiting', 'queued', 'running'].includes(state.state)) {
            showProgress('')
            const { created, renamed, skipped, failed } = state
            await printLine(
              isJson
                ? JSON.stringify(state)
                : `${created} created, ${renamed} renamed, ${skipped} skipped, ${failed} failed`,
            )
            for (const { row, message } of state.errors) process.stderr.write(`row ${row}: ${message}\n`)
            if (state.state !== 'completed' || failed > 0)
              throw new CommandError(state.failureMessage ?? `${failed} of ${state.processed} rows failed.`)
            return
          }
          await setTimeout(500)
        }
      },
    )

  program
    .command('export')
    .description('Write all links with their options as CSV or JSON.')
    .option('--format <format>', 'csv or json', 'csv')
    .option('-o, --output <file>', 'instead of standard output')
    .action(async ({ format, output }: { format: 'csv' | 'json'; output?: string }, command: Command) => {
      const { tack } = await openSession(command)
      const body = await tack.get('/urls/export', { params: { query: { format } }, parseAs: 'stream' })
      if (!body) throw new CommandError('The answer is empty.')
      const target = output === undefined ? process.stdout : createWriteStream(output)
      await pipeline(Readable.fromWeb(body as never), target, { end: output !== undefined })
    })
}
