import { connectionOf } from '../graphql/paging.ts'
import { Link } from './link.ts'

/** A page of links as graph clients walk them. */
export const UrlConnection = connectionOf('Url', Link, 'links')
export type UrlConnection = InstanceType<typeof UrlConnection>
