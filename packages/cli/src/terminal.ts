import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { CommandError, exitCodes } from './exit-codes.ts'

/** Writes a line on standard output, no faster than it is read. */
export async function printLine(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

/** Rows in aligned columns on a terminal, and with tabs between them for programs. */
export async function printTable(rows: readonly (readonly (string | number)[])[]): Promise<void> {
  const texts = rows.map((row) => row.map((cell) => toOneLine(String(cell))))
  const widths = texts[0]?.map((_cell, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0))) ?? []
  for (const row of texts) {
    const cells = process.stdout.isTTY ? row.map((cell, column) => cell.padEnd(widths[column] ?? 0)) : row
    await printLine(cells.join(process.stdout.isTTY ? '  ' : '\t').trimEnd())
  }
}

/** Titles and addresses are words of others: control characters would move the cursor of a terminal, or break a row. */
export function toOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}

/** The lines of standard input that are not empty. */
export async function* readLines(): AsyncGenerator<string> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const text = line.trim()
    if (text !== '') yield text
  }
}

/** A secret: typed without being shown on a terminal, otherwise the first line of standard input. */
export async function readSecret(what: string): Promise<string> {
  if (!process.stdin.isTTY) {
    for await (const line of readLines()) return line
    throw new CommandError(`${what} is expected on standard input.`, exitCodes.usage)
  }
  process.stderr.write(`${what}: `)
  const terminal = createInterface({ input: process.stdin, terminal: true })
  try {
    return await new Promise((resolve) => terminal.question('', resolve))
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

/** Asks on a terminal; elsewhere the answer must be given by an option. */
export async function confirm(question: string, option: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CommandError(`${question} Say ${option}.`, exitCodes.usage)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await new Promise<string>((resolve) => terminal.question(`${question} [y/N] `, resolve))
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Shows on a terminal how far long work has come. Nothing is written elsewhere. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

const bars = '▁▂▃▄▅▆▇█'

/** A line chart of one line of text. */
export function sparkline(counts: readonly number[]): string {
  const most = Math.max(1, ...counts)
  return counts.map((count) => bars[Math.round((count / most) * (bars.length - 1))]).join('')
}
