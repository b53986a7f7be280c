import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { PixelRowFragment } from '../../graph/types.ts'
import { formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { notify } from '../../ui/notices.tsx'
import { Pages, pageSize } from '../../ui/pages.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { useHiddenLinks } from '../links/hidden-links.ts'
import { useDeleteLater } from '../links/use-delete-later.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { ConsentSample } from './consent-sample.tsx'
import { PixelDialog } from './pixel-dialog.tsx'
import { providers } from './pixel-providers.ts'
import { DeletePixel, Pixels, UpdatePixel } from './pixels.graphql.ts'
import styles from './pixels.module.css'

/** The pixels of providers, which run for visitors of the links that have them. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function PixelsScreen() {
  // Null for a new one.
  const [chosen, setChosen] = useState<PixelRowFragment | null | undefined>()
  const hidden = useHiddenLinks()
  const keptFocus = useKeptFocus()
  const newButton = (kind: 'main' | 'secondary') => (
    <Button kind={kind} icon="plus" onPress={() => setChosen(null)}>
      {t('pixels.new')}
    </Button>
  )
  return (
    <SettingsFrame title={t('settings.pixels')} lead={t('pixels.lead')}>
      <div ref={keptFocus} className={styles.pixels}>
        <Pages
          query={Pixels}
          variables={{}}
          listOf={({ pixelsConnection }) => pixelsConnection}
          rowHeight={72}
          row={(pixel) => (hidden.has(pixel.id) ? null : <PixelRow pixel={pixel} onEdit={() => setChosen(pixel)} />)}
          head={newButton('secondary')}
          empty={
            <Empty title={t('pixels.none')} lead={t('pixels.noneLead')} level={3}>
              {newButton('main')}
            </Empty>
          }
        />
      </div>
      <Question />
      {chosen !== undefined && <PixelDialog pixel={chosen} onClose={() => setChosen(undefined)} />}
    </SettingsFrame>
  )
}

/** What visitors of a link with all of these pixels are asked. */
function Question() {
  const [{ data }] = useQuery({ query: Pixels, variables: { first: pageSize, after: null } })
  const active = (data?.pixelsConnection?.nodes ?? []).filter(({ isActive }) => isActive)
  return active.length > 0 && <ConsentSample types={active.map(({ pixelType }) => pixelType)} />
}

interface PixelRowProps {
  readonly pixel: PixelRowFragment
  readonly onEdit: () => void
}

function PixelRow({ pixel, onEdit }: PixelRowProps) {
  const { id, name, pixelType, pixelId, isActive, urlCount } = pixel
  const [, update] = useMutation(UpdatePixel)
  const deleteLater = useDeleteLater(DeletePixel)
  const turn = async () => {
    const problem = problemOf((await update({ id, input: { isActive: !isActive } })).error)
    if (problem) notify(problem.message, { isProblem: true })
  }
  const label = t('links.actions', { address: name })
  return (
    <li>
      <div className={styles.pixel}>
        <b>{name}</b>
        <span>
          {name === providers[pixelType].name ? '' : `${providers[pixelType].name} · `}
          <code>{pixelId}</code>
        </span>
        <span>
          <Icon name={isActive ? 'check' : 'pause'} size={14} />
          {isActive ? t('pixels.runs', { count: urlCount, shown: formatNumber(urlCount) }) : t('pixels.off')}
        </span>
      </div>
      <Menu
        label={label}
        trigger={<Button kind="quiet" icon="more" label={label} />}
        actions={[
          { id: 'edit', name: t('link.edit'), icon: 'edit', act: onEdit },
          {
            id: 'turn',
            name: t(isActive ? 'link.turnOff' : 'link.turnOn'),
            icon: isActive ? 'pause' : 'check',
            act: turn,
          },
          null,
          {
            id: 'delete',
            name: t('link.delete'),
            icon: 'trash',
            isDangerous: true,
            act: () => deleteLater(id, t('pixels.deleted', { name, count: urlCount })),
          },
        ]}
      />
    </li>
  )
}
