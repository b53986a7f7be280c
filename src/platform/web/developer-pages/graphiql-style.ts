/** What GraphiQL lacks: tabs that stay where they are pressed, enough contrast, and a layout for phones. */
export const graphiqlStyle = `
/* GraphiQL moves a tab when it has the focus, by an offset of its drag library that is wrong: away from the pointer, so
   that the release of the button is no click. */
.graphiql-container .graphiql-tab { transform: none !important; }
.graphiql-container .graphiql-logo { color: hsl(var(--color-neutral)); }
.monaco-editor.vs .line-numbers.line-numbers { color: #237893; }
.monaco-editor.vs-dark .line-numbers.line-numbers { color: #a3abb8; }
.monaco-editor.vs-dark .mtk8.mtk8 { color: #85b96f; }
@media (max-width: 48rem) {
  .graphiql-container { height: 100vh; height: 100dvh; }
  .graphiql-container .graphiql-container { flex-direction: column-reverse; }
  .graphiql-container .graphiql-sidebar { flex-direction: row; justify-content: space-around; flex-shrink: 0; width: 100%; padding: 0 8px; }
  .graphiql-container .graphiql-sidebar button { margin: 0 !important; }
  .graphiql-container .graphiql-main { flex-direction: column; min-height: 0; }
  .graphiql-container .graphiql-plugin { min-width: 0 !important; }
  .graphiql-container .graphiql-horizontal-drag-bar { display: none; }
  .graphiql-container .graphiql-sessions { margin: 8px 8px 0; min-height: 0; }
  .graphiql-container .graphiql-session-header { height: auto; align-items: end; }
  .graphiql-container .graphiql-tabs { flex-wrap: wrap; row-gap: 0; padding-bottom: 0; }
  .graphiql-container .graphiql-logo { display: none; }
  .graphiql-container #graphiql-session { flex-direction: column; min-height: 0; }
  .graphiql-container .graphiql-editors { flex: 1.4 1 0% !important; min-height: 0; }
  .graphiql-container .graphiql-query-editor { flex-direction: column; gap: 8px; min-height: 0; padding: 8px; }
  .graphiql-container .graphiql-toolbar { order: -1; flex-direction: row; width: auto; }
  .graphiql-container .graphiql-editor { min-height: 0; }
  .graphiql-container .graphiql-editor-tools { padding: 0 8px; }
  .graphiql-container .graphiql-editor-tool { padding: 0 8px; }
  .graphiql-container .graphiql-response { min-height: 0; }
}
`
