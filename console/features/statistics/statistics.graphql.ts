// Written by `npm run emit`. Edit statistics.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  ClicksFileQuery,
  ClicksFileQueryVariables,
  LastClicksQuery,
  LastClicksQueryVariables,
  LinkClicksEverQuery,
  LinkClicksEverQueryVariables,
  LinkHoursQuery,
  LinkHoursQueryVariables,
  LinkStatisticsQuery,
  LinkStatisticsQueryVariables,
  LiveClicksSubscription,
  LiveClicksSubscriptionVariables,
  WorkspaceClicksEverQuery,
  WorkspaceClicksEverQueryVariables,
  WorkspaceHoursQuery,
  WorkspaceHoursQueryVariables,
  WorkspaceStatisticsQuery,
  WorkspaceStatisticsQueryVariables,
} from '../../graph/types.ts'

export const bucketsFragment = `fragment Buckets on Bucket {
  timestamp
  clicks
  uniqueVisitors
  botClicks
  isPartial
}`

export const workspaceFiguresFragment = `fragment WorkspaceFigures on AccountAnalytics {
  totalClicks
  uniqueVisitors
  uniqueVisitorsAvailable
  uniqueVisitorsPartial
  botClicks
  lastClickAt
  countsFrom
  bucketVisitorsMissing
  timeseries {
    ...Buckets
  }
  countryStats {
    country
    count
  }
  cityStats {
    city
    region
    country
    count
  }
  deviceStats {
    device
    count
  }
  browserStats {
    browser
    count
  }
  osStats {
    os
    count
  }
  referrerStats {
    referrer
    count
  }
  triggerStats {
    trigger
    count
  }
  variantStats {
    variant
    count
  }
  utmStats {
    campaign {
      value
      count
    }
    source {
      value
      count
    }
    medium {
      value
      count
    }
  }
  topLinks {
    urlId
    kind
    count
    url {
      id
      shortUrl
      title
    }
    qr {
      id
      title
    }
  }
  folderStats: placementStats(kind: FOLDER) {
    id
    name
    count
  }
  tagStats: placementStats(kind: TAG) {
    id
    name
    count
  }
}`

export const linkFiguresFragment = `fragment LinkFigures on AnalyticsSummary {
  totalClicks
  uniqueVisitors
  uniqueVisitorsAvailable
  uniqueVisitorsPartial
  botClicks
  lastClickAt
  countsFrom
  bucketVisitorsMissing
  timeseries {
    ...Buckets
  }
  countryStats {
    country
    count
  }
  cityStats {
    city
    region
    country
    count
  }
  deviceStats {
    device
    count
  }
  browserStats {
    browser
    count
  }
  osStats {
    os
    count
  }
  referrerStats {
    referrer
    count
  }
  triggerStats {
    trigger
    count
  }
  variantStats {
    variant
    count
  }
  utmStats {
    campaign {
      value
      count
    }
    source {
      value
      count
    }
    medium {
      value
      count
    }
  }
}`

export const clickOfFeedFragment = `fragment ClickOfFeed on ClickItem {
  id
  createdAt
  country
  region
  city
  device
  browser
  os
  referrerHost
  trigger
  variant
  utmCampaign
  utmSource
  utmMedium
  urlId
  url {
    id
    shortUrl
    title
    folder {
      id
    }
    tags {
      id
    }
  }
}`

export const WorkspaceStatistics = graphql<WorkspaceStatisticsQuery, WorkspaceStatisticsQueryVariables>(`query WorkspaceStatistics($filter: ClickFilter!, $before: ClickFilter, $hasBefore: Boolean!, $unit: SeriesUnit!, $folderId: ID, $tagIds: [ID!]) {
  now: accountAnalytics(
    filter: $filter
    unit: $unit
    folderId: $folderId
    tagIds: $tagIds
    limit: 100
  ) {
    ...WorkspaceFigures
  }
  before: accountAnalytics(
    filter: $before
    unit: $unit
    folderId: $folderId
    tagIds: $tagIds
    limit: 500
  ) @include(if: $hasBefore) {
    ...WorkspaceFigures
  }
}

${workspaceFiguresFragment}

${bucketsFragment}`)

export const LinkStatistics = graphql<LinkStatisticsQuery, LinkStatisticsQueryVariables>(`query LinkStatistics($urlId: ID!, $filter: ClickFilter!, $before: ClickFilter, $hasBefore: Boolean!, $unit: SeriesUnit!) {
  now: clickAnalytics(urlId: $urlId, filter: $filter, unit: $unit, limit: 100) {
    ...LinkFigures
  }
  before: clickAnalytics(urlId: $urlId, filter: $before, unit: $unit, limit: 500) @include(if: $hasBefore) {
    ...LinkFigures
  }
}

${linkFiguresFragment}

${bucketsFragment}`)

export const WorkspaceClicksEver = graphql<WorkspaceClicksEverQuery, WorkspaceClicksEverQueryVariables>(`query WorkspaceClicksEver {
  ever: accountAnalytics(filter: {interval: ALL}, limit: 1) {
    totalClicks
  }
}`)

export const LinkClicksEver = graphql<LinkClicksEverQuery, LinkClicksEverQueryVariables>(`query LinkClicksEver($urlId: ID!) {
  ever: clickAnalytics(urlId: $urlId, filter: {interval: ALL}, limit: 1) {
    totalClicks
  }
}`)

export const WorkspaceHours = graphql<WorkspaceHoursQuery, WorkspaceHoursQueryVariables>(`query WorkspaceHours($filter: ClickFilter!, $folderId: ID, $tagIds: [ID!]) {
  hours: accountAnalytics(
    filter: $filter
    unit: HOUR
    folderId: $folderId
    tagIds: $tagIds
    limit: 1
  ) {
    timeseries {
      timestamp
      clicks
    }
  }
}`)

export const LinkHours = graphql<LinkHoursQuery, LinkHoursQueryVariables>(`query LinkHours($urlId: ID!, $filter: ClickFilter!) {
  hours: clickAnalytics(urlId: $urlId, filter: $filter, unit: HOUR, limit: 1) {
    timeseries {
      timestamp
      clicks
    }
  }
}`)

export const LastClicks = graphql<LastClicksQuery, LastClicksQueryVariables>(`query LastClicks($filter: ClickFilter!, $urlId: ID, $folderId: ID, $tagIds: [ID!]) {
  clicks(
    first: 6
    filter: $filter
    urlId: $urlId
    folderId: $folderId
    tagIds: $tagIds
  ) {
    nodes {
      ...ClickOfFeed
    }
  }
}

${clickOfFeedFragment}`)

export const LiveClicks = graphql<LiveClicksSubscription, LiveClicksSubscriptionVariables>(`subscription LiveClicks($urlId: ID) {
  clickRecorded(urlId: $urlId) {
    ...ClickOfFeed
  }
}

${clickOfFeedFragment}`)

export const ClicksFile = graphql<ClicksFileQuery, ClicksFileQueryVariables>(`query ClicksFile($filter: ClickFilter!, $urlId: ID, $folderId: ID, $tagIds: [ID!]) {
  clickExport(
    format: CSV
    bom: true
    filter: $filter
    urlId: $urlId
    folderId: $folderId
    tagIds: $tagIds
  ) {
    href
    fileName
  }
}`)
