/// <reference types="vite/client" />

/** For tools that cannot read single-file components; vue-tsc knows each one's real type. */
declare module '*.vue' {
  import type { Component } from 'vue'

  const component: Component
  export default component
}
