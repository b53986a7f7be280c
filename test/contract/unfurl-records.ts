/** The records of reading a page. */
export const unfurlRecords = {
  UnfurledPage: {
    url: 'string',
    title: 'string or null',
    description: 'string or null',
    image: 'string or null',
    icon: 'string or null',
    siteName: 'string or null',
  },
} as const
