import type { EventData, EventKind } from '../../../../platform/events/domain-events.ts'

const createdAt = '2026-01-01T09:00:00.000Z'
const id = (prefix: string) => `${prefix}_01kdwxyzabcdefghjkmnpqrstv`

const link: EventData['link.created']['link'] = {
  id: id('lnk'),
  domainHost: null,
  code: 'spring-sale',
  title: 'Spring sale',
  originalUrl: 'https://example.com/spring-sale',
  isActive: true,
  hasPassword: false,
  clickLimit: null,
  startsAt: null,
  expiresAt: null,
  createdAt,
}

const click: EventData['link.clicked']['click'] = {
  id: id('clk'),
  linkId: link.id,
  domainHost: link.domainHost,
  code: link.code,
  country: 'DE',
  device: 'Mobile',
  browser: 'Firefox',
  os: 'Android',
  referrerHost: 'news.example.com',
  trigger: 'link',
  isBot: false,
  clickedAt: '2026-01-02T10:30:00.000Z',
}

const qr: EventData['qr.created']['qr'] = {
  id: id('dqr'),
  linkId: id('lnk'),
  code: 'menu',
  title: 'Menu',
  targetUrl: 'https://example.com/menu',
  isActive: true,
  createdAt,
}

const page: EventData['bio_page.created']['page'] = {
  id: id('bio'),
  linkId: id('lnk'),
  slug: 'grace',
  title: 'Grace',
  isPublished: true,
  createdAt,
}

const workspace: EventData['workspace.member_added']['workspace'] = { id: id('wsp'), name: 'Acme', slug: 'acme' }
const member: EventData['workspace.member_added']['member'] = {
  id: id('mbr'),
  userId: id('acc'),
  name: 'Grace',
  role: 'member',
  joinedAt: createdAt,
}

const domain: EventData['domain.created']['domain'] = {
  id: id('dom'),
  host: 'go.example.com',
  status: 'verified',
  expiredUrl: null,
  notFoundUrl: 'https://example.com',
  rootUrl: null,
  createdAt,
}

/** Invented data of each kind of event. */
export const sampleData: { readonly [K in EventKind]: EventData[K] } = {
  'link.created': { link },
  'link.updated': { link, changes: { title: { from: 'Winter sale', to: link.title } } },
  'link.disabled': { link: { ...link, isActive: false } },
  'link.deleted': { link },
  'link.expired': { link: { ...link, expiresAt: '2026-01-02T10:30:00.000Z' } },
  'link.limit_reached': { link: { ...link, clickLimit: 100 } },
  'link.expiring': { links: [{ ...link, expiresAt: '2026-01-09T10:30:00.000Z' }] },
  'link.blocked': { link, reason: 'phishing' },
  'link.unreachable': { link, reason: 'no answer: ENOTFOUND' },
  'link.reachable': { link },
  'link.clicked': { click },
  'qr.created': { qr },
  'qr.updated': { qr, changes: { targetUrl: { from: 'https://example.com/lunch', to: qr.targetUrl } } },
  'qr.scanned': {
    click: { ...click, code: qr.code, linkId: qr.linkId, referrerHost: null, trigger: 'qr' },
    qrId: qr.id,
  },
  'bio_page.created': { page: { ...page, isPublished: false } },
  'bio_page.updated': { page, changes: { title: { from: 'Grace H.', to: page.title } } },
  'bio_page.published': { page },
  'bio_page.unpublished': { page: { ...page, isPublished: false } },
  'bio_page.deleted': { page },
  'domain.created': { domain: { ...domain, status: 'pending' } },
  'domain.verified': { domain },
  'domain.updated': { domain, changes: { notFoundUrl: { from: null, to: domain.notFoundUrl } } },
  'domain.unproven': { domain },
  'domain.released': { domain: { ...domain, status: 'pending' } },
  'domain.deleted': { domain },
  'anomaly.detected': {
    anomaly: {
      id: id('anm'),
      linkId: link.id,
      domainHost: link.domainHost,
      code: link.code,
      kind: 'spike',
      severity: 'warning',
      isEarly: false,
      country: null,
      observed: 240,
      expected: 12,
      score: 8.5,
      windowStart: '2026-01-02T09:00:00.000Z',
      windowEnd: '2026-01-02T10:00:00.000Z',
    },
  },
  'import.completed': {
    import: {
      id: id('imp'),
      source: 'csv',
      state: 'completed',
      dryRun: false,
      processed: 120,
      created: 117,
      renamed: 1,
      skipped: 2,
      failed: 0,
      createdAt,
    },
  },
  'workspace.member_added': { workspace, member },
  'workspace.member_removed': { workspace, member, reason: 'left' },
  'webhook.test': { message: 'It works: this is a test event.' },
}

/** The payload of an invented event. */
export function toSamplePayload(kind: EventKind): string {
  return JSON.stringify({ id: id('evt'), type: kind, timestamp: '2026-01-02T10:30:00.000Z', data: sampleData[kind] })
}
