/** The Headers tab of a query that needs a credential. */
export const credentialHeaders = `{
  "Authorization": "Bearer "
}`

/** Example documents: those that need no token first, then those that do. */
export const exampleTabs = [
  {
    query: `# Totals of this service.
# Needs no token: press play.
query Numbers {
  publicStats {
    totalLinks
    totalClicks
    totalUsers
    activeWorkspaces
  }
}
`,
  },
  {
    query: `# Shortens a URL for seven days.
# Needs no token either.
# Error codes: /docs/errors
mutation Shorten {
  shortenUrl(
    input: {
      destination: "https://example.com"
    }
  ) {
    shortUrl
    expiresAt
  }
}
`,
  },
  {
    query: `# Creates an account. The tabs
# that follow use its token,
# until you reload this page.
mutation Register {
  register(
    input: {
      name: "Ada"
      email: "ada@example.com"
      password: "correct horse battery"
    }
  ) {
    token
    user {
      id
      name
    }
  }
}
`,
  },
  {
    query: `# For an account that exists.
# Its token is used likewise.
mutation LogIn {
  login(
    email: "ada@example.com"
    password: "correct horse battery"
  ) {
    token
    user {
      id
      name
    }
  }
}
`,
  },
  {
    query: `# Your links, most clicks first.
# Needs a token: run Register or
# LogIn, or paste a token or an
# API key in Headers, behind
# Bearer.
query Links {
  urls(first: 10, sort: CLICKS_DESC) {
    totalCount
    nodes {
      title
      shortUrl
      currentClicks
    }
  }
}
`,
    headers: credentialHeaders,
  },
  {
    query: `# Needs a token as well. Press
# play, and open one of your
# links.
subscription Clicks {
  clickRecorded {
    urlId
    country
    device
  }
}
`,
    headers: credentialHeaders,
  },
] as const
