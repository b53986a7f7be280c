/** A click as the test seeds it. All expected answers are computed from these alone. */
export interface RawClick {
  readonly link: LinkCode
  readonly at: Date
  readonly country: string | null
  readonly device: string
  readonly browser: string
  readonly os: string
  readonly referrer: string | null
  readonly source: string | null
  readonly medium: string | null
  readonly campaign: string | null
  readonly trigger: string
  readonly bot: boolean
  readonly visitor: string
}

/** The links of the account that asks, with the days of their creation in Berlin. `poster` and `flyer` are QR codes. */
export const rawLinks = {
  launch: { title: 'Launch page', created: '2025-09-01', kind: 'link' },
  spring: { title: 'Spring sale', created: '2025-10-10', kind: 'link' },
  'news-42': { title: "Ada's newsletter", created: '2026-03-01', kind: 'link' },
  bf26: { title: 'Black Friday 2026', created: '2026-10-05', kind: 'link' },
  'imprint-page': { title: 'Imprint', created: '2026-11-02', kind: 'link' },
  archive: { title: 'Archive', created: '2026-11-16', kind: 'link' },
  poster: { title: 'Poster', created: '2026-05-01', kind: 'qr' },
  flyer: { title: 'Flyer', created: '2026-05-02', kind: 'qr' },
} as const
export type LinkCode = keyof typeof rawLinks

/** The time of all questions: Wednesday, 13:00 in Berlin. */
export const now = new Date('2026-11-18T12:00:00Z')

/** A generator of numbers from 0 to 1 that are the same in each run. */
function createGenerator(): () => number {
  let state = 42
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

function createClicks(): RawClick[] {
  const next = createGenerator()
  /** Earlier values are more likely. */
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() ** 2 * values.length)] as T
  const clicks: RawClick[] = []
  const add = (count: number, from: string, to: Date) => {
    const start = new Date(from).getTime()
    for (let n = 0; n < count; n++) {
      const at = new Date(Math.floor(start + next() * (to.getTime() - start)))
      const possible = (['launch', 'spring', 'news-42', 'bf26', 'poster'] as const).filter(
        (code) => new Date(`${rawLinks[code].created}T12:00:00Z`) < at,
      )
      const link = pick(possible)
      const campaign = pick([null, 'spring_launch', 'Black Friday', null])
      clicks.push({
        link,
        at,
        country: pick(['DE', 'US', 'FR', 'GB', null]),
        device: pick(['Mobile', 'Desktop', 'Tablet']),
        browser: pick(['Chrome', 'Firefox', 'Safari']),
        os: pick(['Android', 'Windows', 'iOS']),
        referrer: pick([null, 't.co', 'google.com', 'www.facebook.com']),
        source: campaign && pick(['newsletter', 'google ads']),
        medium: campaign && pick(['email', 'cpc']),
        campaign,
        trigger: link === 'poster' || next() < 0.1 ? 'qr' : 'link',
        bot: next() < 0.12,
        visitor: `visitor ${Math.floor(next() * 20)}`,
      })
    }
  }
  add(90, '2025-10-12T00:00:00Z', new Date('2025-12-31T00:00:00Z'))
  add(110, '2026-01-05T00:00:00Z', new Date('2026-09-30T00:00:00Z'))
  add(150, '2026-10-01T00:00:00Z', new Date('2026-11-01T00:00:00Z'))
  add(150, '2026-11-01T00:00:00Z', now)
  add(30, '2026-11-17T00:00:00Z', now)
  return clicks
}

export const rawClicks: readonly RawClick[] = createClicks()
