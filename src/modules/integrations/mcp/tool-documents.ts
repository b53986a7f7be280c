// Written by `npm run emit` from the files in `tools`. Do not edit.

/** The documents of the tools, by their names. */
export const toolDocuments: Readonly<Record<string, string>> = {
  tack_ask: `# Answer a question about clicks in plain language, such as "Which link had the most clicks last month?"
query tack_ask(
  $question: String!
  # IANA name, such as Europe/Berlin.
  $timezone: String! = "UTC"
) {
  askAnalytics(question: $question, timezone: $timezone) {
    answer
  }
}`,
  tack_delete_links: `# Delete links with their click history, at most 50. This cannot be undone. Unless dryRun is false it only says which links
# would go: show them to the person first. To switch a link off, use tack_save_link with isActive false.
mutation tack_delete_links(
  $ids: [ID!]!
  # false deletes.
  $dryRun: Boolean! = true
) {
  deleteUrls(ids: $ids, dryRun: $dryRun) {
    summary {
      succeeded
      failed
    }
    results {
      status
      id
      url {
        shortUrl
        title
        destination
        currentClicks
      }
      error {
        code
        message
      }
    }
  }
}`,
  tack_find_links: `# Find short links by text, folder, tag, state or time, with the ids that other tools need.
query tack_find_links(
  # Words, an alias or a part of an address.
  $search: String
  # Only links in this folder.
  $folderId: ID
  # Only links with one of these tags.
  $tagIds: [ID!]
  $state: LinkState
  # Inclusive.
  $createdFrom: DateTime
  # Exclusive.
  $createdTo: DateTime
  # Such as CLICKS_DESC for the most clicked.
  $sort: LinkSort! = CREATED_DESC
  # Links in one answer.
  $first: Int = 10
  # endCursor of the page before.
  $after: String
) {
  urls(
    search: $search
    folderId: $folderId
    tagIds: $tagIds
    state: $state
    createdFrom: $createdFrom
    createdTo: $createdTo
    sort: $sort
    first: $first
    after: $after
  ) {
    totalCount
    nodes {
      id
      shortUrl
      destination
      title
      currentClicks
      isActive
      expiresAt
      folderId
      createdAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`,
  tack_get_clicks: `# Count clicks: of one link (urlId), or of the whole workspace or a folder with its most clicked links. All time, unless
# interval or from and to say otherwise.
query tack_get_clicks(
  # Only this link.
  $urlId: ID! = ""
  $hasUrlId: Boolean!
  # Only links in this folder.
  $folderId: ID
  # Only links with one of these tags.
  $tagIds: [ID!]
  # Until now.
  $interval: ClickInterval
  # Inclusive.
  $from: DateTime
  # Exclusive.
  $to: DateTime
  # IANA name, such as Europe/Berlin.
  $timezone: String! = "UTC"
  # Rows of each table.
  $limit: Int! = 10
) {
  accountAnalytics(
    folderId: $folderId
    tagIds: $tagIds
    filter: { interval: $interval, from: $from, to: $to, timezone: $timezone }
    limit: $limit
  ) @skip(if: $hasUrlId) {
    totalClicks
    uniqueVisitors
    botClicks
    lastClickAt
    topLinks {
      urlId
      count
      url {
        shortUrl
        title
      }
    }
    countryStats {
      country
      count
    }
    referrerStats {
      referrer
      count
    }
    deviceStats {
      device
      count
    }
  }
  clickAnalytics(
    urlId: $urlId
    filter: { interval: $interval, from: $from, to: $to, timezone: $timezone }
    limit: $limit
  ) @include(if: $hasUrlId) {
    totalClicks
    uniqueVisitors
    botClicks
    lastClickAt
    countryStats {
      country
      count
    }
    referrerStats {
      referrer
      count
    }
    deviceStats {
      device
      count
    }
    timeseries {
      timestamp
      clicks
    }
  }
}`,
  tack_get_link: `# Everything about one link: its options, rules, tags and folder, and whether it works. Use it to find out why a link does
# not lead where it should.
query tack_get_link($id: ID!) {
  url(id: $id) {
    id
    shortUrl
    destination
    title
    note
    isActive
    isBlocked
    blockedReason
    startsAt
    expiresAt
    clickLimit
    currentClicks
    expiredUrl
    hasPassword
    redirectType
    utmSource
    utmMedium
    utmCampaign
    createdAt
    updatedAt
    folder {
      id
      name
    }
    tags {
      id
      name
    }
    rules {
      id
      kind
      isActive
      destination
      ... on GeoRule {
        matchType
        condition
        action
        values
      }
      ... on DeviceRule {
        device
      }
      ... on LanguageRule {
        languages
      }
      ... on TimeRule {
        days
        startTime
        endTime
        timezone
      }
      ... on SplitRule {
        name
        weight
      }
    }
    health {
      state
      lastStatus
      lastError
      failingSince
    }
  }
}`,
  tack_import_links: `# Import links from the file of another service, CSV or JSON. Unless dryRun is false it only counts what would happen. The
# import runs in the background.
mutation tack_import_links(
  $source: ImportSource!
  # The text of the file, at most 1 MiB.
  $content: String!
  # For an alias that is taken.
  $onConflict: ImportConflictPolicy! = SKIP
  # false creates links.
  $dryRun: Boolean! = true
) {
  createImport(input: { source: $source, content: $content, onConflict: $onConflict, dryRun: $dryRun }) {
    id
    state
    dryRun
    created
    skipped
    failed
    errors {
      row
      code
      message
    }
  }
}`,
  tack_make_qr: `# Draw the QR code of a link. Returns its public address and the image.
query tack_make_qr(
  $id: ID!
  # PNG to look at, SVG to print.
  $format: QrFormat! = PNG
  # Side in pixels.
  $size: Int = 512
  # Such as #000000.
  $color: String
  $background: String
) {
  urlQr(id: $id, format: $format, size: $size, color: $color, background: $background) {
    href
    mediaType
  }
}`,
  tack_save_bio_page: `# Create a page with links (slug and title), or change one by its id. Changes are a draft until publish is true.
mutation tack_save_bio_page(
  # Of the page to change.
  $id: ID! = ""
  $hasId: Boolean!
  # Of a new page.
  $slug: String! = ""
  # Of a new page.
  $title: String! = ""
  # Of the page to change.
  $newTitle: String
  # A few words below the title.
  $description: String
  # All blocks of the page to change, in their order. Name those that stay by their ids; the others are deleted.
  $blocks: [BioDraftBlockInput!]
  # Show the changes to visitors.
  $publish: Boolean! = false
) {
  createBioPage(input: { slug: $slug, title: $title, description: $description }) @skip(if: $hasId) {
    id
    url
    isPublished
  }
  ... @include(if: $hasId) {
    updateBioPageDraft(id: $id, input: { title: $newTitle, description: $description, blocks: $blocks }) {
      pageId
      title
      blocks {
        id
        type
        title
        url
        isVisible
      }
    }
    publishBioPage(id: $id) @include(if: $publish) {
      url
      isPublished
    }
  }
}`,
  tack_save_link: `# Create short links, or change links by their ids: up to 25 in one call. Each item succeeds or fails by itself, and its
# error says why.
mutation tack_save_link(
  # New links. Only destination is required.
  $create: [CreateUrlItem!]! = []
  $hasCreate: Boolean!
  # Changes of links by id. A field that is left out keeps its value; null removes it.
  $change: [UpdateUrlItem!]! = []
  $hasChange: Boolean!
) {
  createUrls(input: { items: $create }) @include(if: $hasCreate) {
    summary {
      succeeded
      failed
    }
    results {
      status
      url {
        id
        shortUrl
        destination
        title
      }
      error {
        code
        message
        resolution
        details {
          field
          issue
          suggestions
        }
      }
    }
  }
  updateUrls(input: { items: $change }) @include(if: $hasChange) {
    summary {
      succeeded
      failed
    }
    results {
      status
      url {
        id
        shortUrl
        destination
        title
        isActive
      }
      error {
        code
        message
        resolution
        details {
          field
          issue
          suggestions
        }
      }
    }
  }
}`,
  tack_watch: `# What needs attention: unusual clicks, and links whose destination cannot be reached.
query tack_watch {
  anomalies(status: OPEN, first: 10) {
    totalCount
    nodes {
      id
      kind
      severity
      detectedAt
      observed
      expected
      url {
        id
        shortUrl
        title
      }
    }
  }
  linkHealth {
    isOn
    unreachable
    unreachableUrls(limit: 10) {
      id
      shortUrl
      destination
      health {
        lastStatus
        lastError
        failingSince
      }
    }
  }
}`,
  tack_whoami: `# What there is to work with: folders, tags, domains and bio pages, with the ids that other tools need. Call it first.
query tack_whoami {
  folders(first: 25) {
    totalCount
    nodes {
      id
      name
      linkCount
    }
  }
  tags(first: 25) {
    totalCount
    nodes {
      id
      name
    }
  }
  domains(first: 10) {
    nodes {
      id
      host
    }
  }
  bioPages(first: 10) {
    nodes {
      id
      slug
      title
      url
      isPublished
    }
  }
}`,
}
