{{- define "galley.labels" -}}
app.kubernetes.io/name: galley
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "galley.secret" -}}
{{ required "existingSecret is required: the name of a Secret with DATABASE_URL, GALLEY_SECRET_KEYS, GALLEY_SERVICE_KEY and GALLEY_ACCESS_TOKEN." .Values.existingSecret }}
{{- end }}

{{- define "galley.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- end }}

{{/*
Resources of a role. Unless set, the memory limit follows from that of the extraction hosts: their number times their
limit, and 512 MiB for the process itself. The hosts die before the pod does.
*/}}
{{- define "galley.resources" -}}
{{- $memory := printf "%dMi" (add (mul .hosts (int .values.extractionMemoryMb)) 512) }}
{{- $resources := deepCopy .values.resources }}
{{- $limits := merge (dict) ($resources.limits | default dict) (dict "memory" $memory) }}
{{- toYaml (set $resources "limits" $limits) }}
{{- end }}

{{/* The variables of a role: its own, those of all roles, and the address of the Office converter. */}}
{{- define "galley.env" -}}
{{- $env := merge (deepCopy .values.env) .root.Values.env }}
{{- if not (hasPrefix "s3://" (get $env "GALLEY_OBJECTS")) }}
{{- fail "env.GALLEY_OBJECTS is required: s3://bucket/prefix, which all pods share." }}
{{- end }}
{{- with .root.Values.office }}
{{- if .enabled }}
{{- $address := required "office.clusterIP is required: a free address of the cluster's service range." .clusterIP }}
{{- $env = set $env "GALLEY_OFFICE_URL" (printf "http://%s:3000" $address) }}
{{- $env = set $env "GALLEY_OUTBOUND_ALLOW" (list (get $env "GALLEY_OUTBOUND_ALLOW") (printf "%s/32" $address) | compact | join ",") }}
{{- end }}
{{- end }}
{{- toYaml $env }}
{{- end }}

{{/* The deployment of one role: (dict "root" $ "role" "serve" "values" .Values.serve "hosts" 1) */}}
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
      # Galley never calls Kubernetes. A cloud's pod identity mounts its own token.
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      terminationGracePeriodSeconds: 40
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: galley
          image: {{ include "galley.image" .root | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          ports:
            - { name: http, containerPort: 8080 }
            - { name: metrics, containerPort: 9090 }
          envFrom:
            - secretRef: { name: {{ include "galley.secret" .root }} }
          env:
            - { name: GALLEY_ROLE, value: {{ .role }} }
            - { name: PORT, value: "8080" }
            - { name: GALLEY_METRICS_PORT, value: "9090" }
            - { name: GALLEY_EXTRACTION_MEMORY_MB, value: {{ .values.extractionMemoryMb | quote }} }
            {{- range $name, $value := include "galley.env" . | fromYaml }}
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
            {{- include "galley.resources" (dict "values" .values "hosts" .hosts) | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
      volumes:
        - { name: data, emptyDir: { sizeLimit: {{ .root.Values.storage.data }} } }
        - { name: tmp, emptyDir: { sizeLimit: {{ .root.Values.storage.tmp }} } }
{{- end }}
