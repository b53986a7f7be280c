import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import qrcode from 'qrcode'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findLink, openSession } from '../session.ts'
import { printLine } from '../terminal.ts'

export function addQrCommand(program: Command): void {
  program
    .command('qr')
    .description('Show the QR code of a link, or write it with its design into a file.')
    .argument('<link>', 'its code, address or id')
    .option('-o, --output <file>', 'a file that ends with .svg or .png')
    .option('--size <pixels>', '64 to 2048')
    .action(async (name: string, { output, size }: { output?: string; size?: string }, command: Command) => {
      const session = await openSession(command)
      const link = await findLink(session, name)
      if (output === undefined) return printQr(link.address)
      const format = /\.(svg|png)$/i.exec(output)?.[1]?.toLowerCase()
      if (format === undefined) throw new CommandError('The file must end with .svg or .png.', exitCodes.usage)
      const image = await session.tack.get('/urls/{id}/qr', {
        params: {
          path: { id: link.id },
          query: { format: format as 'svg' | 'png', ...(size !== undefined && { size: Number(size) }) },
        },
        parseAs: 'arrayBuffer',
      })
      await writeFile(output, new Uint8Array(image as ArrayBuffer))
    })
}

export async function printQr(address: string): Promise<void> {
  await printLine(await qrcode.toString(address, { type: 'utf8' }))
}
