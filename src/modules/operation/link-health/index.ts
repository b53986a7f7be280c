export {
  findUnreachableLinks,
  getCheckExecutions,
  hasWatchedLinks,
  type UnreachableLink,
} from './link-health.queries.ts'
