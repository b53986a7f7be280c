import { useQuery } from 'urql'
import { Link } from 'wouter'
import { problemOf } from '../../graph/problems.ts'
import type { PageHeadFragment } from '../../graph/types.ts'
import { formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Rows } from '../../ui/pages.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { localAddress } from '../qr/qr-image.ts'
import { PageQrCodes } from './pages.graphql.ts'
import styles from './pages.module.css'

/** The QR codes that lead to the page, and a new one. */
// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function PageQr({ page: { url } }: { readonly page: PageHeadFragment }) {
  const [{ data, error }, ask] = useQuery({
    query: PageQrCodes,
    variables: { url },
    requestPolicy: 'cache-and-network',
  })
  if (error) return <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  if (!data) return <Skeleton lines={2} height={80} />
  const codes = data.dynamicQrs?.nodes.filter(({ destination }) => destination === url) ?? []
  const newCode = (
    <ButtonLink
      kind={codes.length === 0 ? 'main' : 'secondary'}
      icon="plus"
      href={`/qr?${new URLSearchParams({ new: url })}`}
    >
      {t('qr.new')}
    </ButtonLink>
  )
  if (codes.length === 0)
    return (
      <Empty title={t('qr.none')} lead={t('pages.noQr')}>
        {newCode}
      </Empty>
    )
  return (
    <>
      <div className={styles.tools}>{newCode}</div>
      <Rows>
        {codes.map(({ id, title, scans, imageUrl }) => (
          <li key={id} className={styles.page}>
            <img src={localAddress(imageUrl)} alt="" loading="lazy" />
            <p className={styles.what}>
              <Link href={`/qr/${id}`}>{title}</Link>
            </p>
            <p className={styles.views}>
              <b>{formatNumber(scans)}</b>
              <small>{t('qr.scans', { count: scans })}</small>
            </p>
          </li>
        ))}
      </Rows>
    </>
  )
}
