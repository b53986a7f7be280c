import { compactStyle } from '../../../platform/web/page-style.ts'

/** The address is beside its QR code where the page is wide enough. */
export const createdLinkStyle = compactStyle(`
main { max-width: 50rem; }
.result { display: grid; gap: 2rem; }
.address {
  display: block;
  padding: .75rem .9375rem;
  border: 1px solid var(--field);
  border-radius: .75rem;
  background: var(--paper);
  font-size: 1.1875rem;
  font-weight: 600;
  line-height: 1.45;
  cursor: text;
  -webkit-user-select: all;
  user-select: all;
}
.address + button { margin-top: .75rem; }
.result .hint:empty { display: none; }
.result .button { margin-top: .75rem; }
.code { align-self: center; text-align: center; }
.code img { display: block; width: 15rem; max-width: 100%; height: auto; margin: 0 auto .5rem; padding: .75rem; border: 1px solid var(--edge); border-radius: 1rem; background: #fff; }
.links.next { display: flex; flex-wrap: wrap; gap: 0 1.75rem; margin: 1.75rem 0 -.75rem; padding-top: .75rem; }
@media (min-width: 44rem) {
  .result { grid-template-columns: minmax(0, 1fr) 15rem; gap: 3rem; }
}
`)
