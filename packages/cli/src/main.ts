#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { addAccountCommands } from './commands/account.ts'
import { addApiCommand } from './commands/api.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { addLinkCommands } from './commands/links.ts'
import { addQrCommand } from './commands/qr.ts'
import { addStatisticsCommands } from './commands/statistics.ts'
import { addTransferCommands } from './commands/transfer.ts'
import { describeError, exitCodeOf, exitCodes } from './exit-codes.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const program = new Command('tack')
  .description('Shorten addresses, change links, read clicks, draw QR codes.')
  .version(version)
  .option('--profile <name>', 'a service that you have logged in at', process.env.TACK_PROFILE ?? 'default')
  .option('--json', 'print JSON, one value a line')
  .exitOverride()
addAccountCommands(program)
addLinkCommands(program)
addStatisticsCommands(program)
addQrCommand(program)
addTransferCommands(program)
addApiCommand(program)
addCompletionCommand(program)

// Whoever reads may go, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done)
  throw error
})

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  else {
    process.stderr.write(`${describeError(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}
