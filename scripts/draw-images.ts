/**
 * `npm run images` draws the icons of the site and its social card, and writes them to `src/modules/frontend/website/images`. The
 * card has text, so it depends on the fonts of this machine: look at it before you commit it.
 */

import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { signSvg } from '../src/platform/web/icons.ts'

const folder = 'src/modules/frontend/website/images'

const drawSign = (size: number) => sharp(Buffer.from(signSvg), { density: (72 * size) / 32 }).resize(size, size)

/** An icon file with one image, which is a PNG. */
function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

await writeFile(`${folder}/favicon.svg`, `${signSvg.replace(/<rect/, '<title>Tack</title><rect')}\n`)
await writeFile(`${folder}/favicon.ico`, toIco(await drawSign(32).png({ compressionLevel: 9 }).toBuffer(), 32))
// iOS rounds the corners itself, and fills transparent ones with black.
await drawSign(180).flatten({ background: '#c2402d' }).png({ palette: true }).toFile(`${folder}/apple-touch-icon.png`)

const sign = await drawSign(104).png().toBuffer()
await sharp(await readFile('scripts/social-card.svg'))
  .composite([{ input: sign, left: 88, top: 84 }])
  .png({ palette: true, compressionLevel: 9 })
  .toFile(`${folder}/social-card.png`)
