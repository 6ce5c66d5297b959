// A page that a browser opens from a disk may start no worker, and the search of the site runs in one.
// There, a worker is a hidden frame of the page: it loads the same program, and both send each other the same messages.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const program = this.frame.contentWindow;
      // The program calls this to answer.
      program.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      program.importScripts = (...addresses) =>
        addresses.reduce((before, next) => before.then(() => this.load(next)), Promise.resolve());
      this.loaded = this.load(address);
    }

    load(address) {
      const within = this.frame.contentDocument;
      return new Promise((resolve, reject) => {
        const script = within.createElement("script");
        script.src = new URL(address, document.baseURI).href;
        script.onload = resolve;
        script.onerror = () => reject(new Error(`cannot load ${script.src}`));
        within.body.append(script);
      });
    }

    postMessage(data) {
      this.loaded.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
