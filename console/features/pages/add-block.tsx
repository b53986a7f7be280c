import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { looksLikeAddress } from '../../app/addresses.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { blockIcons } from './block-icons.ts'
import styles from './blocks.module.css'
import { type BlockForm, maxBlocks } from './page-form.ts'

interface AddBlockProps {
  readonly count: number
  readonly onLinks: (addresses: readonly string[]) => void
  readonly onAdd: (type: BlockForm['type']) => void
}

/** One field for links, into which one may paste many at once, and a menu for everything else. */
export function AddBlock({ count, onLinks, onAdd }: AddBlockProps) {
  const [text, setText] = useState('')
  const addAll = (words: readonly string[]) => {
    onLinks(words.slice(0, maxBlocks - count))
    setText('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (looksLikeAddress(text.trim())) addAll([text.trim()])
  }
  const paste = (event: ClipboardEvent) => {
    const words = event.clipboardData.getData('text').split(/\s+/).filter(Boolean)
    if (text || words.length === 0 || !words.every(looksLikeAddress)) return
    event.preventDefault()
    addAll(words)
  }
  if (count >= maxBlocks) return <p className={styles.quiet}>{t('pages.full', { count: maxBlocks })}</p>
  return (
    <form className={styles.add} onSubmit={submit} onPaste={paste}>
      <Field
        label={t('pages.addLink')}
        placeholder={t('pages.addLinkHint')}
        inputMode="url"
        enterKeyHint="done"
        autoComplete="off"
        value={text}
        onChange={setText}
        suffix={
          text && (
            <Button type="submit" kind="quiet" isDisabled={!looksLikeAddress(text.trim())}>
              {t('pages.add')}
            </Button>
          )
        }
      />
      <Menu
        label={t('pages.addOther')}
        trigger={<Button icon="plus">{t('pages.addOther')}</Button>}
        actions={(['HEADING', 'TEXT', 'SOCIAL', 'EMAIL', 'PHONE', 'SMS', 'DIVIDER'] as const).map((type) => ({
          id: type,
          name: t(`pages.type.${type}`),
          icon: blockIcons[type],
          act: () => onAdd(type),
        }))}
      />
    </form>
  )
}
