import { useRef, useState } from 'react'
import { useClient } from 'urql'
import { shortDestination } from '../../app/addresses.ts'
import type { PageDraftQuery } from '../../graph/types.ts'
import { formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { notify } from '../../ui/notices.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { useSteady } from '../../ui/use-steady.ts'
import { Unfurl } from '../link-form/link-form.graphql.ts'
import { AddBlock } from './add-block.tsx'
import { BlockFields, networkNames } from './block-fields.tsx'
import { blockIcons } from './block-icons.ts'
import styles from './blocks.module.css'
import {
  type BlockForm,
  isComplete,
  linkBlock,
  movedTo,
  newBlock,
  type PageFormProps,
  sentIndexOf,
} from './page-form.ts'
import { useDragOrder } from './use-drag-order.ts'

export type StoredBlocks = PageDraftQuery['bioBlocks']

/** The blocks of a page in their order, which is changed by drag, by the arrow keys and by menus. */
export function BlockList({ form, onChange, problems, stored }: PageFormProps & { readonly stored: StoredBlocks }) {
  const { blocks } = form
  const client = useClient()
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [moved, setMoved] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const keptFocus = useKeptFocus()
  const set = (next: readonly BlockForm[]) => onChange({ blocks: next })
  const changeBlock = useSteady((key: string, change: (block: BlockForm) => Partial<BlockForm>) =>
    set(blocks.map((block) => (block.key === key ? { ...block, ...change(block) } : block))),
  )
  const move = (key: string, index: number) => {
    const block = blocks.find((each) => each.key === key)
    if (!block || index < 0 || index >= blocks.length) return
    set(movedTo(blocks, key, index))
    setMoved(t('pages.moved', { name: nameOf(block), position: index + 1, count: blocks.length }))
  }
  const { draggedKey, begin } = useDragOrder(list, move)
  const addLinks = async (addresses: readonly string[]) => {
    const added = addresses.map(linkBlock)
    set([...blocks, ...added])
    for (const { key, url, title } of added) {
      const { data } = await client.query(Unfurl, { url }).toPromise()
      const found = data?.unfurl?.title?.trim().slice(0, 100)
      // What somebody has written meanwhile stays.
      if (found) changeBlock(key, (block) => (block.title === title ? { title: found } : {}))
    }
  }
  const add = (type: BlockForm['type']) => {
    const block = newBlock(type)
    set([...blocks, block])
    if (type !== 'DIVIDER') setOpenKey(block.key)
  }
  const remove = (block: BlockForm, index: number) => {
    set(blocks.filter((each) => each !== block))
    notify(t('pages.removed', { name: nameOf(block) }), { undo: () => restore(block, index) })
  }
  const restore = useSteady((block: BlockForm, index: number) =>
    set([...blocks.slice(0, index), block, ...blocks.slice(index)]),
  )
  return (
    <section className={styles.blocks}>
      <h2>{t('pages.blocks')}</h2>
      <div ref={keptFocus}>
        <ol ref={list} className={styles.list}>
          {blocks.map((block, index) => (
            <BlockRow
              key={block.key}
              block={block}
              stored={stored?.find(({ id }) => id === block.id)}
              problems={problemsAt(problems, sentIndexOf(blocks, block.key))}
              isOpen={openKey === block.key}
              isDragged={draggedKey === block.key}
              onOpen={(isOpen) => setOpenKey(isOpen ? block.key : null)}
              onChange={(changes) => changeBlock(block.key, () => changes)}
              onGrab={begin(block.key)}
              onRemove={() => remove(block, index)}
              {...(index > 0 && { onUp: () => move(block.key, index - 1) })}
              {...(index < blocks.length - 1 && { onDown: () => move(block.key, index + 1) })}
            />
          ))}
        </ol>
      </div>
      <p className="visually-hidden" role="status">
        {moved}
      </p>
      <AddBlock count={blocks.length} onLinks={addLinks} onAdd={add} />
    </section>
  )
}

/** What is wrong with the fields of one block, by their names. */
function problemsAt(problems: PageFormProps['problems'], index: number): PageFormProps['problems'] {
  const prefix = `blocks.${index}.`
  const ofBlock = Object.entries(problems).flatMap(([path, problem]) =>
    path.startsWith(prefix) ? [[path.slice(prefix.length), problem] as const] : [],
  )
  return Object.fromEntries(ofBlock)
}

/** What people call a block. */
function nameOf({ type, title, content, network }: BlockForm): string {
  if (type === 'SOCIAL' && network) return networkNames[network]
  return title.trim() || content.trim() || t(`pages.type.${type}`)
}

interface BlockRowProps {
  readonly block: BlockForm
  readonly stored: NonNullable<StoredBlocks>[number] | undefined
  readonly problems: PageFormProps['problems']
  readonly isOpen: boolean
  readonly isDragged: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onChange: (changes: Partial<BlockForm>) => void
  readonly onGrab: (event: React.PointerEvent) => void
  readonly onRemove: () => void
  readonly onUp?: () => void
  readonly onDown?: () => void
}

function BlockRow({ block, stored, problems, isOpen, isDragged, onOpen, onChange, ...acts }: BlockRowProps) {
  const { onGrab, onRemove, onUp, onDown } = acts
  const { key, type, url, isVisible } = block
  const name = nameOf(block)
  const label = t('links.actions', { address: name })
  const [problem] = Object.values(problems)
  const hasFields = type !== 'DIVIDER'
  const order = [
    ...(onUp ? [{ id: 'up', name: t('pages.up'), icon: 'up' as const, act: onUp }] : []),
    ...(onDown ? [{ id: 'down', name: t('pages.down'), icon: 'down' as const, act: onDown }] : []),
  ]
  const moveByKey = (event: React.KeyboardEvent) => {
    const act = event.key === 'ArrowUp' ? onUp : event.key === 'ArrowDown' ? onDown : undefined
    if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
    act?.()
  }
  return (
    <li data-key={key} data-dragged={isDragged || undefined} data-hidden={!isVisible || undefined}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.grip}
          aria-label={t('pages.move', { name })}
          title={t('pages.moveHint')}
          onPointerDown={onGrab}
          onKeyDown={moveByKey}
        >
          <Icon name="grip" />
        </button>
        <button
          type="button"
          className={styles.name}
          aria-expanded={isOpen}
          disabled={!hasFields}
          onClick={() => onOpen(!isOpen)}
        >
          <Icon name={blockIcons[type]} />
          <span>
            <b>{name}</b>
            {url && shortDestination(url) !== name && <small>{shortDestination(url)}</small>}
            {!isOpen && problem && <small className={styles.problem}>{problem}</small>}
          </span>
        </button>
        <span className={styles.state}>
          {!isComplete(block) && t('pages.incomplete')}
          {isComplete(block) && !isVisible && t('pages.hidden')}
          {stored?.isBlocked && t('state.blocked')}
          {stored &&
            stored.clicks > 0 &&
            t('pages.clicks', { count: stored.clicks, number: formatNumber(stored.clicks) })}
        </span>
        <Menu
          label={label}
          trigger={<Button kind="quiet" icon="more" label={label} />}
          actions={[
            ...order,
            {
              id: 'show',
              name: t(isVisible ? 'pages.hide' : 'pages.show'),
              icon: 'eye',
              act: () => onChange({ isVisible: !isVisible }),
            },
            null,
            { id: 'delete', name: t('link.delete'), icon: 'trash', isDangerous: true, act: onRemove },
          ]}
        />
      </div>
      {isOpen && hasFields && <BlockFields block={block} onChange={onChange} problems={problems} />}
    </li>
  )
}
