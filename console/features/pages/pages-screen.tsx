import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { withoutScheme } from '../../app/addresses.ts'
import type { PageHeadFragment } from '../../graph/types.ts'
import { formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Pages } from '../../ui/pages.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { useHiddenLinks } from '../links/hidden-links.ts'
import { localAddress } from '../qr/qr-image.ts'
import { NewPage } from './new-page.tsx'
import { stateOf } from './page-state.ts'
import { Pages as PagesQuery } from './pages.graphql.ts'
import styles from './pages.module.css'
import { useDeletePage } from './use-delete-page.ts'

/** The pages of the workspace, and how often each was seen. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function PagesScreen() {
  const [params, setParams] = useSearchParams()
  const [original, setOriginal] = useState<PageHeadFragment | null>(null)
  const keptFocus = useKeptFocus()
  const hidden = useHiddenLinks()
  const isNew = params.has('new')
  useEffect(() => {
    document.title = `${t('nav.pages')} · Tack`
  }, [])
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1>{t('nav.pages')}</h1>
          <p>{t('pages.lead')}</p>
        </div>
      </header>
      <div ref={keptFocus}>
        <Pages
          query={PagesQuery}
          variables={{}}
          requestPolicy="cache-and-network"
          listOf={({ bioPages }) => bioPages}
          row={(page) => !hidden.has(page.id) && <PageRow page={page} onCopy={() => setOriginal(page)} />}
          rowHeight={72}
          head={
            <div className={styles.tools}>
              <NewPageLink />
            </div>
          }
          empty={
            <Empty title={t('pages.none')} lead={t('pages.noneLead')}>
              <NewPageLink kind="main" />
            </Empty>
          }
        />
      </div>
      {(isNew || original) && (
        <NewPage
          original={original}
          onClose={() => {
            setOriginal(null)
            if (isNew) setParams({})
          }}
        />
      )}
    </>
  )
}

function NewPageLink({ kind = 'secondary' }: { readonly kind?: 'main' | 'secondary' }) {
  return (
    <ButtonLink href="/pages?new" kind={kind} icon="plus">
      {t('pages.new')}
    </ButtonLink>
  )
}

function PageRow({ page, onCopy }: { readonly page: PageHeadFragment; readonly onCopy: () => void }) {
  const [, navigate] = useLocation()
  const deletePage = useDeletePage()
  const { slug, title, url, views, avatarUrl } = page
  const label = t('links.actions', { address: title })
  const state = stateOf(page)
  return (
    <li className={styles.page}>
      {avatarUrl ? <img src={localAddress(avatarUrl)} alt="" loading="lazy" /> : <Icon name="page" size={24} />}
      <p className={styles.what}>
        <Link href={`/pages/${slug}`}>{title}</Link>
        <span>{withoutScheme(url)}</span>
        {state && (
          <span className={styles.state}>
            <Icon name={state.icon} size={14} /> {state.text}
          </span>
        )}
      </p>
      <p className={styles.views}>
        <b>{formatNumber(views)}</b>
        <small>{t('pages.views', { count: views })}</small>
      </p>
      <Menu
        label={label}
        trigger={<Button kind="quiet" icon="more" label={label} />}
        actions={[
          { id: 'edit', name: t('link.edit'), icon: 'edit', act: () => navigate(`/pages/${slug}`) },
          { id: 'copy', name: t('copy'), icon: 'copy', act: () => copyText(url) },
          { id: 'duplicate', name: t('link.duplicate'), icon: 'plus', act: onCopy },
          null,
          { id: 'delete', name: t('link.delete'), icon: 'trash', isDangerous: true, act: () => deletePage(page) },
        ]}
      />
    </li>
  )
}
