import { Link } from 'wouter'
import { ownTitle, shortDestination, withoutScheme } from '../../app/addresses.ts'
import type { ReviewFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import styles from './operation.module.css'

/** Which link it is, where it leads, and who made it. Neither address is a link: it may be a trap. */
export function ReviewHead({ review }: { readonly review: ReviewFragment }) {
  const { shortUrl, destination, owner } = review
  const title = ownTitle(review)
  return (
    <>
      <p className={styles.name}>
        <b>{withoutScheme(shortUrl)}</b>
        {title && <span dir="auto">{title}</span>}
      </p>
      <p className={styles.destination}>→ {shortDestination(destination)}</p>
      <p>
        {owner ? (
          <Link href={`/operation/accounts?find=${encodeURIComponent(owner.id)}`}>
            {t('operation.by', { name: owner.name, email: owner.email })}
          </Link>
        ) : (
          t('operation.anonymous')
        )}
      </p>
    </>
  )
}
