import { useState } from 'react'
import { useQuery } from 'urql'
import { Link, useLocation, useSearchParams } from 'wouter'
import { shortDestination } from '../../app/addresses.ts'
import { problemOf } from '../../graph/problems.ts'
import type { QrRowFragment } from '../../graph/types.ts'
import { formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { useHiddenLinks } from '../links/hidden-links.ts'
import { NewQr } from './new-qr.tsx'
import { QrCodes } from './qr.graphql.ts'
import { localAddress } from './qr-image.ts'
import styles from './qr-screen.module.css'
import { useDeleteQr } from './use-delete-qr.ts'
import { useLast } from './use-last.ts'

const pageSize = 50

/** The QR codes with an address of their own, and how often each was scanned. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function QrListScreen() {
  const [params, setParams] = useSearchParams()
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null])
  const search = params.get('q') ?? ''
  const destination = params.get('new')
  const set = (name: string, value: string | null) =>
    setParams(
      (previous) => {
        if (value === null) previous.delete(name)
        else previous.set(name, value)
        return previous
      },
      { replace: name === 'q' },
    )
  const [{ data, fetching }] = useQuery({ query: QrCodes, variables: { first: 0, search: search || null } })
  const keptFocus = useKeptFocus()
  const total = useLast(data?.dynamicQrs?.totalCount)
  const newButton = (
    <Button kind={total === 0 ? 'main' : 'secondary'} icon="plus" onPress={() => set('new', '')}>
      {t('qr.new')}
    </Button>
  )
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1>{t('nav.qr')}</h1>
          <p>{t('qr.lead')}</p>
        </div>
      </header>
      {total === 0 && !search ? (
        <Empty title={t('qr.none')} lead={t('qr.noneLead')}>
          {newButton}
        </Empty>
      ) : (
        <>
          <div className={styles.tools}>
            <Field
              label={t('qr.search')}
              isLabelHidden
              placeholder={t('qr.search')}
              value={search}
              onChange={(text) => {
                setCursors([null])
                set('q', text || null)
              }}
            />
            {newButton}
          </div>
          {total === 0 && !fetching && <p>{t('links.noneFound')}</p>}
          <div ref={keptFocus}>
            <ul className={styles.list}>
              {cursors.map((after, index) => (
                <Page
                  key={`${search} ${after}`}
                  search={search}
                  after={after}
                  {...(index === cursors.length - 1 && { onNext: (cursor) => setCursors([...cursors, cursor]) })}
                />
              ))}
            </ul>
          </div>
        </>
      )}
      {destination !== null && <NewQr destination={destination} onClose={() => set('new', null)} />}
    </>
  )
}

interface PageProps {
  readonly search: string
  readonly after: string | null
  readonly onNext?: (cursor: string) => void
}

function Page({ search, after, onNext }: PageProps) {
  const variables = { first: pageSize, after, search: search || null }
  const [{ data, error }, ask] = useQuery({ query: QrCodes, variables })
  const hidden = useHiddenLinks()
  const page = data?.dynamicQrs
  if (error) return <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  if (!page) return <Skeleton lines={4} height={80} />
  const { hasNextPage, endCursor } = page.pageInfo
  return (
    <>
      {page.nodes
        .filter(({ id }) => !hidden.has(id))
        .map((code) => (
          <QrRow key={code.id} code={code} />
        ))}
      {onNext && hasNextPage && endCursor && (
        <li className={styles.more}>
          <Button onPress={() => onNext(endCursor)}>{t('more')}</Button>
        </li>
      )}
    </>
  )
}

function QrRow({ code }: { readonly code: QrRowFragment }) {
  const [, navigate] = useLocation()
  const deleteQr = useDeleteQr()
  const { id, title, destination, imageUrl, scans, isActive } = code
  return (
    <li>
      <img src={localAddress(imageUrl)} alt="" loading="lazy" />
      <p className={styles.what}>
        <Link href={`/qr/${id}`}>{title}</Link>
        <span>→ {shortDestination(destination)}</span>
        {!isActive && <span>{t('state.inactive')}</span>}
      </p>
      <p className={styles.scans}>
        <b>{formatNumber(scans)}</b>
        <small>{t('qr.scans', { count: scans })}</small>
      </p>
      <Menu
        label={t('links.actions', { address: title })}
        trigger={<Button kind="quiet" icon="more" label={t('links.actions', { address: title })} />}
        actions={[
          { id: 'design', name: t('qr.design'), icon: 'edit', act: () => navigate(`/qr/${id}`) },
          { id: 'target', name: t('qr.target'), icon: 'arrow', act: () => navigate(`/qr/${id}?target`) },
          null,
          { id: 'delete', name: t('link.delete'), icon: 'trash', isDangerous: true, act: () => deleteQr(code) },
        ]}
      />
    </li>
  )
}
