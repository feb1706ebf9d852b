// The words of the page, from the Fluent files of the server.

import { FluentBundle, FluentResource } from "@fluent/bundle";
import type { FluentVariable } from "@fluent/bundle";

let bundles: FluentBundle[] = [];

/** Uses these Fluent texts. Later ones complete earlier ones. */
export function setWords(language: string, texts: string[]): void {
  bundles = texts.map((text) => {
    const bundle = new FluentBundle(language, { useIsolating: false });
    bundle.addResource(new FluentResource(text));
    return bundle;
  });
}

/** The message of this name. */
export function t(name: string, variables: Record<string, FluentVariable> = {}): string {
  for (const bundle of bundles) {
    const message = bundle.getMessage(name);
    if (message?.value) {
      return bundle.formatPattern(message.value, variables);
    }
  }
  return name;
}
