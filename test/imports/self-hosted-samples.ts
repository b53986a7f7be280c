import type { Sample } from './samples.ts'

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** Of products that people run themselves. */
export const selfHostedSamples: readonly Sample[] = [
  {
    source: 'kutt',
    file: 'GET /api/v2/links',
    has: ['expiry'],
    content: json({
      limit: 10,
      skip: 0,
      total: 2,
      data: [
        {
          address: '{one}',
          banned: false,
          created_at: '2023-04-05T06:07:08.000Z',
          id: '5ce0a2a1-6f8f-4d3b-9f54-0a0a0a0a0a0a',
          link: 'https://kutt.it/{one}',
          password: false,
          target: 'https://example.com/spring?utm_source=mail',
          description: 'Spring sale',
          expire_in: '2099-01-02T03:04:05.000Z',
          updated_at: '2023-04-05T06:07:08.000Z',
          visit_count: 42,
        },
        {
          address: '{two}',
          banned: false,
          created_at: '2022-01-02T03:04:05.000Z',
          link: 'https://kutt.it/{two}',
          password: false,
          target: 'https://example.com/old',
          visit_count: 0,
        },
      ],
    }),
  },
  {
    source: 'shlink',
    file: 'GET /rest/v3/short-urls',
    has: ['tags', 'expiry'],
    content: json({
      shortUrls: {
        data: [
          {
            shortCode: '{one}',
            shortUrl: 'https://s.acme.example/{one}',
            longUrl: 'https://example.com/spring?utm_source=mail',
            dateCreated: '2023-04-05T08:07:08+02:00',
            visitsSummary: { total: 42, nonBots: 40, bots: 2 },
            tags: ['spring', 'mail'],
            meta: { validSince: null, validUntil: '2099-01-02T03:04:05+00:00', maxVisits: 100 },
            domain: null,
            title: 'Spring sale',
            crawlable: false,
            forwardQuery: false,
            hasRedirectRules: false,
          },
          {
            shortCode: '{two}',
            shortUrl: 'https://s.acme.example/{two}',
            longUrl: 'https://example.com/old',
            dateCreated: '2022-01-02T03:04:05+00:00',
            tags: [],
            meta: { validSince: null, validUntil: null, maxVisits: null },
            domain: null,
            title: null,
            crawlable: false,
            forwardQuery: true,
          },
        ],
        pagination: { currentPage: 1, pagesCount: 1, itemsPerPage: 10, itemsInCurrentPage: 2, totalItems: 2 },
      },
    }),
  },
  {
    source: 'shlink',
    file: 'short_urls.csv',
    has: ['tags'],
    content: `createdAt,domain,longUrl,shortCode,shortUrl,tags,title,visits
2023-04-05T08:07:08+02:00,,https://example.com/spring?utm_source=mail,{one},https://s.acme.example/{one},spring|mail,Spring sale,42
2022-01-02T03:04:05+00:00,,https://example.com/old,{two},https://s.acme.example/{two},,,0
`,
  },
  {
    source: 'yourls',
    file: 'yourls-api.php?action=stats&format=json',
    has: [],
    content: json({
      links: {
        link_1: {
          shorturl: 'https://y.acme.example/{one}',
          url: 'https://example.com/spring?utm_source=mail',
          title: 'Spring sale',
          timestamp: '2023-04-05 06:07:08',
          ip: '192.0.2.1',
          clicks: '42',
        },
        link_2: {
          shorturl: 'https://y.acme.example/{two}',
          url: 'https://example.com/old',
          title: '',
          timestamp: '2022-01-02 03:04:05',
          ip: '192.0.2.1',
          clicks: '0',
        },
      },
      stats: { total_links: '2', total_clicks: '42' },
      statusCode: 200,
      message: 'success',
    }),
  },
  {
    source: 'yourls',
    file: 'yourls_url.csv',
    has: [],
    content: `"keyword","url","title","timestamp","ip","clicks"
"{one}","https://example.com/spring?utm_source=mail","Spring sale","2023-04-05 06:07:08","192.0.2.1","42"
"{two}","https://example.com/old","","2022-01-02 03:04:05","192.0.2.1","0"
`,
  },
]
