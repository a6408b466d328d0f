{{- define "galley.labels" -}}
app.kubernetes.io/name: galley
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* A deployment of one role: (dict "root" $ "role" "serve" "values" .Values.serve) */}}
{{- define "galley.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .root.Release.Name }}-{{ .role }}
  labels:
    {{- include "galley.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  {{- if not (and (eq .role "work") .root.Values.autoscaling.enabled) }}
  replicas: {{ .values.replicas }}
  {{- end }}
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels:
      {{- include "galley.labels" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "galley.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
    spec:
      serviceAccountName: {{ .root.Values.serviceAccountName }}
      terminationGracePeriodSeconds: 40
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: galley
          image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          ports:
            - { name: http, containerPort: 8080 }
          envFrom:
            - secretRef: { name: {{ .root.Values.existingSecret }} }
          env:
            - { name: GALLEY_ROLE, value: {{ .role }} }
            {{- range $name, $value := merge (deepCopy .values.env) .root.Values.env }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 1
          livenessProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
          startupProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 2
            failureThreshold: 60
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
      volumes:
        - { name: data, emptyDir: {} }
        - { name: tmp, emptyDir: {} }
{{- end }}
