import { t } from '../texts/texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { shortcuts } from './shortcuts.ts'
import styles from './shortcuts-page.module.css'

// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function ShortcutsPage({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose} kind="card">
      <dl className={styles.list}>
        {shortcuts.map(({ keys, name }) => (
          <div key={keys.join()}>
            <dt>{t(name)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
