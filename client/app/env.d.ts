/// <reference types="vite/client" />

/** For tools that do not read single-file components themselves; vue-tsc knows each one's real type. */
declare module '*.vue' {
  import type { Component } from 'vue'

  const component: Component
  export default component
}
