import sharp from 'sharp'
import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { blockOf, pageOf, publish, type SeededPage } from './seed.ts'

/** A portrait for the screenshots. */
async function drawPortrait(): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">
    <defs><linearGradient id="a" x2="1" y2="1"><stop stop-color="#f6b58c"/><stop offset="1" stop-color="#c85a6c"/></linearGradient></defs>
    <rect width="320" height="320" fill="url(#a)"/><circle cx="160" cy="132" r="62" fill="#fff3e6"/>
    <path d="M40 320c8-84 58-118 120-118s112 34 120 118z" fill="#5b3358"/>
    <path d="M94 140c-6-62 30-90 66-90s74 26 66 92c-14-30-34-44-66-48-30 4-52 18-66 46z" fill="#3b2230"/></svg>`
  return (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64')
}

const blocks = [
  {
    type: 'link',
    title: 'New book: Notes on engines',
    content: 'Out in June, signed copies while they last',
    url: 'https://example.com/book',
  },
  { type: 'link', title: 'Read my newsletter', url: 'https://example.com/letters' },
  { type: 'heading', title: 'Workshops' },
  { type: 'text', content: 'Small groups, in Lisbon and online.' },
  { type: 'link', title: 'Weaving with punch cards', url: 'https://example.com/cards' },
  { type: 'link', title: 'Mathematics for the curious', url: 'https://example.com/maths' },
  { type: 'divider' },
  { type: 'email', title: 'Write to me', content: 'ada@example.com' },
  { type: 'social', network: 'instagram', url: 'https://www.instagram.com/ada' },
  { type: 'social', network: 'youtube', url: 'https://www.youtube.com/@ada' },
  { type: 'social', network: 'mastodon', url: 'https://mastodon.example.org/@ada' },
  { type: 'social', network: 'github', url: 'https://github.com/ada' },
]

/** A published page with every type of block, as a person would make it. */
export async function showcasePage(
  test: TestApp,
  account: SeededAccount,
  { hasAvatar = true, ...options }: { readonly hasAvatar?: boolean; readonly [field: string]: unknown } = {},
): Promise<SeededPage> {
  const description = 'Mathematician, weaver of algebra.\nI write about engines that do not exist yet.'
  const page = await pageOf(test, account, { description, ...options })
  for (const block of blocks) await blockOf(test, account, page, block)
  const path = `/v1/bio-pages/${page.id}/images/avatar`
  if (hasAvatar) await test.rest.put(path, { image: await drawPortrait() }, { token: account.token })
  return publish(test, account, page)
}
