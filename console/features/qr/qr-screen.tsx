import { useDeferredValue, useEffect, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { Link, useLocation, useParams } from 'wouter'
import { withoutScheme } from '../../app/addresses.ts'
import { Missing } from '../../app/missing.tsx'
import { problemOf } from '../../graph/problems.ts'
import type { QrDetailsFragment, UpdateDynamicQrInput } from '../../graph/types.ts'
import { formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { QrCode, QrCodeImages, UpdateQrCode } from './qr.graphql.ts'
import { QrChoices } from './qr-choices.tsx'
import { checkReadability, type QrDesign } from './qr-design.ts'
import { QrDownloads } from './qr-downloads.tsx'
import { useImage } from './qr-image.ts'
import { QrLogos } from './qr-logos.tsx'
import { QrPreview } from './qr-preview.tsx'
import styles from './qr-screen.module.css'
import { QrTarget } from './qr-target.tsx'
import { useDeleteQr } from './use-delete-qr.ts'
import { useLast } from './use-last.ts'

/** A QR code with an address of its own: where it leads, and how it looks. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function QrScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const [{ data, error }, ask] = useQuery({ query: QrCode, variables: { id } })
  const problem = problemOf(error)
  if (problem?.code === 'QR_NOT_FOUND') return <Missing />
  if (problem) return <Problem problem={problem} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  return data?.dynamicQr ? <Designer key={id} code={data.dynamicQr} /> : <ScreenSkeleton />
}

/** How long somebody pauses before a design is saved, in milliseconds. */
const pauseMs = 600

function Designer({ code }: { readonly code: QrDetailsFragment }) {
  const { id, title, shortUrl } = code
  const { logo, ...saved } = code.design
  const [design, setDesign] = useState<QrDesign>(saved)
  const [{ fetching, error }, update] = useMutation(UpdateQrCode)
  const isReadable = checkReadability(design).verdict !== 'unreadable'
  // Of an unreadable design there is no picture: the last readable one stands for it.
  const drawn = useDeferredValue(useLast(isReadable ? JSON.stringify(design) : undefined))
  const [{ data, fetching: isDrawing }] = useQuery({
    query: QrCodeImages,
    variables: { id, ...(JSON.parse(drawn ?? '{}') as Partial<QrDesign>) },
  })
  const images = useLast(data)
  const isDrawn = !isDrawing && drawn === JSON.stringify(design)
  const image = useImage(images?.print?.href, logo?.id)
  const change = (input: UpdateDynamicQrInput) => update({ id, input })
  const isChanged = JSON.stringify(design) !== JSON.stringify(saved)
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each pause saves once.
  useEffect(() => {
    if (!isChanged || !isReadable) return
    const timer = setTimeout(() => change({ ...design }), pauseMs)
    return () => clearTimeout(timer)
  }, [drawn])
  const state = fetching || isChanged ? t('qr.saving') : t('qr.saved')
  return (
    <>
      <Head code={code} onSwitch={() => change({ isActive: !code.isActive })} />
      <div className={styles.columns}>
        <QrPreview design={design} image={image} address={withoutScheme(shortUrl)} title={title} />
        <div className={styles.choices}>
          <QrDownloads images={images} name={title} isDisabled={!isDrawn} />
          <QrTarget code={code} onChange={change} problem={problemOf(error)} />
          <QrChoices design={design} onChange={(changes) => setDesign({ ...design, ...changes })}>
            <QrLogos logoId={logo?.id ?? null} onChange={(logoId) => change({ logoId })} />
          </QrChoices>
          <p className={styles.saved} role="status">
            {isReadable ? state : t('qr.notSaved')}
          </p>
        </div>
      </div>
    </>
  )
}

function Head({ code, onSwitch }: { readonly code: QrDetailsFragment; readonly onSwitch: () => void }) {
  const [, navigate] = useLocation()
  const deleteQr = useDeleteQr()
  const { title, shortUrl, scans, isActive } = code
  return (
    <header className={styles.head}>
      <div>
        <p>
          <Link href="/qr">{t('nav.qr')}</Link>
        </p>
        <h1>{title}</h1>
        <p>
          {withoutScheme(shortUrl)} · {formatNumber(scans)} {t('qr.scans', { count: scans })}
          {!isActive && (
            <>
              <Icon name="pause" size={14} /> {t('state.inactive')}
            </>
          )}
        </p>
        <p className="on-paper" hidden>
          {t('qr.leadsTo')} {withoutScheme(code.destination)}
        </p>
      </div>
      <Menu
        label={t('links.actions', { address: title })}
        trigger={<Button icon="more" label={t('links.actions', { address: title })} />}
        actions={[
          { id: 'copy', name: t('copy'), icon: 'copy', act: () => copyText(shortUrl) },
          { id: 'switch', name: isActive ? t('link.turnOff') : t('link.turnOn'), icon: 'pause', act: onSwitch },
          null,
          {
            id: 'delete',
            name: t('link.delete'),
            icon: 'trash',
            isDangerous: true,
            act: () => {
              deleteQr(code)
              navigate('/qr')
            },
          },
        ]}
      />
    </header>
  )
}
