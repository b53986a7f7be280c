import type { EntityManager } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import { Domain } from '../domains/domain.entity.ts'
import { Link } from '../link.entity.ts'
import { listCodeKeys } from '../rules/code-address.ts'
import { toRouteKey } from '../rules/slug-rules.ts'
import { findLinkIdsByKeys } from './import-rows.queries.ts'

/** The short address on which somebody clicked. */
export interface ClickedAddress {
  readonly host: string | null
  readonly code: string | null
}

/**
 * Finds the links of a workspace on which imported clicks were made, by the rule for the domain of imported links: if
 * the host is a domain of the workspace, its link; otherwise the link without a domain. Clicks without a code belong to
 * the link with the given id, if there is one.
 */
export async function findClickedLinks(
  em: EntityManager,
  workspace: string,
  linkId: string | null,
  addresses: readonly ClickedAddress[],
): Promise<(address: ClickedAddress) => Link | null> {
  const options = { disableIdentityMap: true, ...withoutQueryLog() } as const
  const hosts = [...new Set(addresses.flatMap(({ host }) => host ?? []))]
  const domains = await em.find(Domain, { workspace, status: 'verified', host: { $in: hosts } }, options)
  const domainIds = new Map(domains.map(({ host, id }) => [host, id]))
  const toKeys = ({ host, code }: ClickedAddress) => {
    const domainId = domainIds.get(host ?? '') ?? null
    return listCodeKeys(code ?? '', domainId !== null).map((key) => toRouteKey(domainId, key))
  }
  const keys = [...new Set(addresses.flatMap(toKeys))]
  const idsByKey = await findLinkIdsByKeys(em, keys)
  const ids = [...new Set([...idsByKey.values(), ...(linkId === null ? [] : [linkId])])]
  const links = await em.find(Link, { id: { $in: ids }, workspace, kind: { $in: ['link', 'qr'] } }, options)
  const linkById = new Map(links.map((link) => [link.id, link]))
  return (address) => {
    const ids = address.code === null ? [linkId] : toKeys(address).map((key) => idsByKey.get(key))
    return linkById.get(ids.find((id) => id != null) ?? '') ?? null
  }
}
