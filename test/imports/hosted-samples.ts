import type { Sample } from './samples.ts'

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** Of products that run elsewhere. */
export const hostedSamples: readonly Sample[] = [
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
]
