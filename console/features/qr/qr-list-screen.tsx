import { useQuery } from 'urql'
import { Link, useLocation, useSearchParams } from 'wouter'
import { shortDestination } from '../../app/addresses.ts'
import type { QrRowFragment } from '../../graph/types.ts'
import { formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Pages } from '../../ui/pages.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { useHiddenLinks } from '../links/hidden-links.ts'
import { NewQr } from './new-qr.tsx'
import { QrCodes } from './qr.graphql.ts'
import { localAddress } from './qr-image.ts'
import styles from './qr-screen.module.css'
import { useDeleteQr } from './use-delete-qr.ts'

/** The QR codes with an address of their own, and how often each was scanned. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function QrListScreen() {
  const [params, setParams] = useSearchParams()
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
  const [{ data }] = useQuery({ query: QrCodes, variables: { first: 0 } })
  const keptFocus = useKeptFocus()
  const hidden = useHiddenLinks()
  const isEmpty = data?.dynamicQrs?.totalCount === 0
  const newButton = (
    <Button kind={isEmpty ? 'main' : 'secondary'} icon="plus" onPress={() => set('new', '')}>
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
      {isEmpty ? (
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
              onChange={(text) => set('q', text || null)}
            />
            {newButton}
          </div>
          <div ref={keptFocus}>
            <Pages
              key={search}
              query={QrCodes}
              variables={{ search: search || null }}
              listOf={({ dynamicQrs }) => dynamicQrs}
              rowHeight={80}
              row={(code) => !hidden.has(code.id) && <QrRow code={code} />}
              empty={<p>{t('links.noneFound')}</p>}
            />
          </div>
        </>
      )}
      {destination !== null && <NewQr destination={destination} onClose={() => set('new', null)} />}
    </>
  )
}

function QrRow({ code }: { readonly code: QrRowFragment }) {
  const [, navigate] = useLocation()
  const deleteQr = useDeleteQr()
  const { id, title, destination, imageUrl, scans, isActive } = code
  return (
    <li className={styles.code}>
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
