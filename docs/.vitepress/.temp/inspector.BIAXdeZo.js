const _imports_0 = "/assets/inspector.BCSFBc31.png";
export {
  _imports_0 as _
};
