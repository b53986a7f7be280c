/** Small exports as each product writes them, with `{one}`, `{two}` and `{three}` in place of aliases. */
export interface Sample {
  readonly source: string
  readonly file: string
  /** What the first link has, besides its title and its date; `archived` is the second one. */
  readonly has: readonly ('tags' | 'expiry' | 'archived')[]
  readonly content: string
}

const json = (value: unknown) => JSON.stringify(value, null, 2)

export const samples: readonly Sample[] = [
  {
    source: 'bitly',
    file: 'GET /v4/groups/{group_guid}/bitlinks',
    has: ['tags', 'archived'],
    content: json({
      links: [
        {
          created_at: '2023-04-05T06:07:08+0000',
          id: 'bit.ly/3xYzAb1',
          link: 'https://bit.ly/3xYzAb1',
          custom_bitlinks: ['https://links.acme.example/{one}'],
          long_url: 'https://example.com/spring?utm_source=mail',
          title: 'Spring sale',
          archived: false,
          created_by: 'acme',
          client_id: 'c1',
          tags: ['spring', 'mail'],
          launchpad_ids: [],
          deeplinks: [],
          references: { group: 'https://api-ssl.bitly.com/v4/groups/Bi1' },
        },
        {
          created_at: '2022-01-02T03:04:05+0000',
          id: 'bit.ly/{two}',
          link: 'https://bit.ly/{two}',
          custom_bitlinks: [],
          long_url: 'https://example.com/old',
          archived: true,
          tags: [],
          deeplinks: [],
        },
      ],
      pagination: { prev: '', next: '', size: 50, page: 1, total: 2 },
    }),
  },
  {
    source: 'bitly',
    file: 'links.csv',
    has: ['tags'],
    content: `Bitlink,Long URL,Title,Created,Tags,Engagements
bit.ly/{one},https://example.com/spring?utm_source=mail,Spring sale,2023-04-05T06:07:08Z,"spring, mail",42
https://bit.ly/{two},https://example.com/old,,2022-01-02T03:04:05Z,,0
`,
  },
  {
    source: 'rebrandly',
    file: 'GET /v1/links',
    has: ['tags'],
    content: json([
      {
        id: 'ffs24cc5b6ee4a5gh7897b06ac2d16d4',
        title: 'Spring sale',
        slashtag: '{one}',
        destination: 'https://example.com/spring?utm_source=mail',
        createdAt: '2023-04-05T06:07:08.000Z',
        updatedAt: '2023-04-06T06:07:08.000Z',
        shortUrl: 'rebrand.ly/{one}',
        domain: { id: '8f104cc5b6ee4a4ba7897b06ac2ddcfb', ref: '/domains/8f1', fullName: 'rebrand.ly' },
        tags: [
          { id: 't1', name: 'spring' },
          { id: 't2', name: 'mail' },
        ],
        status: 'active',
        clicks: 42,
        lastClickAt: '2023-05-05T06:07:08.000Z',
        favourite: false,
        forwardParameters: false,
      },
      {
        id: '0123cc5b6ee4a5gh7897b06ac2d16d40',
        title: '',
        slashtag: '{two}',
        destination: 'https://example.com/old',
        createdAt: '2022-01-02T03:04:05.000Z',
        shortUrl: 'rebrand.ly/{two}',
        domain: { id: '8f104cc5b6ee4a4ba7897b06ac2ddcfb', fullName: 'rebrand.ly' },
        clicks: 0,
        forwardParameters: true,
      },
    ]),
  },
  {
    source: 'short',
    file: 'GET /api/links',
    has: ['tags', 'expiry', 'archived'],
    content: json({
      count: 2,
      nextPageToken: null,
      links: [
        {
          originalURL: 'https://example.com/spring?utm_source=mail',
          path: '{one}',
          idString: 'lnk_1_AbC',
          id: 'lnk_1_AbC',
          shortURL: 'http://go.acme.example/{one}',
          secureShortURL: 'https://go.acme.example/{one}',
          title: 'Spring sale',
          tags: ['spring', 'mail'],
          archived: false,
          cloaking: false,
          redirectType: '302',
          expiresAt: '2099-01-02T03:04:05.000Z',
          expiredURL: 'https://example.com/over',
          utmSource: 'letter',
          createdAt: '2023-04-05T06:07:08.000Z',
          updatedAt: '2023-04-05T06:07:08.000Z',
          DomainId: 902,
          OwnerId: 934,
          hasPassword: false,
        },
        {
          originalURL: 'https://example.com/old',
          path: '{two}',
          shortURL: 'http://go.acme.example/{two}',
          title: null,
          tags: [],
          archived: true,
          redirectType: null,
          createdAt: '2022-01-02T03:04:05.000Z',
        },
      ],
    }),
  },
  {
    source: 'short',
    file: 'links.csv',
    has: ['tags'],
    content: `Original URL,Path,Title,Tags,Created At,Short URL,Total Clicks
https://example.com/spring?utm_source=mail,{one},Spring sale,"spring,mail",2023-04-05T06:07:08.000Z,https://go.acme.example/{one},42
https://example.com/old,{two},,,2022-01-02T03:04:05.000Z,https://go.acme.example/{two},0
`,
  },
  {
    source: 'dub',
    file: 'GET /links',
    has: ['tags', 'expiry', 'archived'],
    content: json([
      {
        id: 'link_1KBQ',
        domain: 'dub.sh',
        key: '{one}',
        url: 'https://example.com/spring?utm_source=mail',
        trackConversion: false,
        externalId: null,
        archived: false,
        expiresAt: '2099-01-02T03:04:05.000Z',
        expiredUrl: 'https://example.com/over',
        password: null,
        proxy: false,
        title: 'Spring sale',
        description: 'Everything must go.',
        image: null,
        tags: [
          { id: 'tag_1', name: 'spring', color: 'red' },
          { id: 'tag_2', name: 'mail', color: 'blue' },
        ],
        utm_source: 'letter',
        shortLink: 'https://dub.sh/{one}',
        clicks: 42,
        createdAt: '2023-04-05T06:07:08.000Z',
        updatedAt: '2023-04-05T06:07:08.000Z',
      },
      {
        id: 'link_2KBQ',
        domain: 'dub.sh',
        key: '{two}',
        url: 'https://example.com/old',
        archived: true,
        expiresAt: null,
        title: null,
        tags: [],
        shortLink: 'https://dub.sh/{two}',
        createdAt: '2022-01-02T03:04:05.000Z',
      },
    ]),
  },
  {
    source: 'dub',
    file: 'Dub Links Export.csv',
    has: ['tags'],
    content: `Short link,Destination URL,Clicks,Created at,Tags,Title
https://dub.sh/{one},https://example.com/spring?utm_source=mail,42,2023-04-05T06:07:08.000Z,"spring,mail",Spring sale
https://dub.sh/{two},https://example.com/old,0,2022-01-02T03:04:05.000Z,,
`,
  },
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
