import { Link } from 'wouter'
import type { DomainToSetQuery } from '../../graph/types.ts'
import { formatDistance, formatNumber } from '../../texts/formats.ts'
import { currentLocale, t } from '../../texts/texts.ts'
import styles from './domains.module.css'

type Codes = NonNullable<DomainToSetQuery['missingCodes']>

/** What people look for on a domain in vain: misprints, and links that are gone. */
export function MissingCodes({ domainId, codes }: { readonly domainId: string; readonly codes: Codes }) {
  return (
    <section className={styles.card}>
      <h3>{t('domains.missing')}</h3>
      <p>{t(codes.length === 0 ? 'domains.missingNone' : 'domains.missingLead')}</p>
      <ul className={styles.codes}>
        {codes.map(({ code, visits, lastVisitAt, lastReferrerHost, lastCountry }) => (
          <li key={code}>
            <code>/{code}</code>
            <b>{t('domains.visits', { count: visits, shown: formatNumber(visits) })}</b>
            <span>
              {[formatDistance(lastVisitAt), lastCountry && nameOf(lastCountry), lastReferrerHost]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Link href={`/links/new?${new URLSearchParams({ domain: domainId, code })}`}>{t('links.new')}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function nameOf(country: string): string {
  return new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(country) ?? country
}
